import { sandboxOf, systemScript, pc, die } from './sandbox.ts'
import { computeOdds } from '../../main/sandbox/odds.ts'
const random=()=>Math.floor(Math.random()*2**32)
const opposed=`opposed:{contest:{label:'c',for:['pc'],of:'task',side:[{id:'score',label:'s',type:'number'}],toInput:s=>s,compare:(a,b)=>({success: a.degree===b.degree?null:a.degree>b.degree,degree:Math.abs(a.degree-b.degree),explain:[],headline:'x'})}}`
const time=async(n:number,f:()=>Promise<unknown>)=>{let r;for(let i=0;i<n/4;i++)r=await f();const t=performance.now();for(let i=0;i<n;i++)r=await f();return [(performance.now()-t)/n,JSON.stringify(r).slice(0,400)]}
{const s = await sandboxOf(systemScript(`if (!faces.length) return {need:[{die:${die(100)},count:1}]}; const f=faces[0]; const d=Math.abs(input.score-f); return outcome({success: f<=input.score&&f<100, degree: d/10|0, flags: f%11===0?['spike']:[], grants:[d%2?{counter:'points',to:'actor',amount:1}:{counter:'doom',to:'gm',amount:1}],explain:['d100 '+f+' against '+input.score,'difference '+d], facts:{difference:d}})`,opposed))
console.log('odds',await time(400,()=>computeOdds(s,'task',[{input:{score:45},context:pc}],{random})))
console.log('opposed',await time(100,()=>computeOdds(s,'contest',[{input:{score:45},context:pc},{input:{score:62},context:pc}],{random})))
await s.close()}
{const s = await sandboxOf(systemScript(`if (!faces.length) return {need:[{die:${die(10)},count:10,sum:true}]}; return outcome({success: faces[0]>=60,total:faces[0]})`))
console.log('10d10',await time(200,()=>computeOdds(s,'task',[{input:{score:45},context:pc}],{random})))
await s.close()}
{const s = await sandboxOf(systemScript(`if (!faces.length || faces[faces.length-1]===6) return {need:[{die:${die(6)},count:1}]}; return outcome({success: faces.length>1,degree:faces.length})`))
console.log('explode',await time(20,()=>computeOdds(s,'task',[{input:{score:45},context:pc}],{random})))
await s.close()}
{const s = await sandboxOf(systemScript(`if (!faces.length) return {need:[{die:${die(10)},count:5}]}; return outcome({success: faces.filter(f=>f>6).length>2,degree:faces.filter(f=>f>6).length})`))
let t=performance.now()
console.log('100k',JSON.stringify(await computeOdds(s,'task',[{input:{score:45},context:pc}],{random,onSample:(o)=>console.log('sample',performance.now()-t,o.success,o.leaves)})),performance.now()-t)
await s.close()}
{const s = await sandboxOf(systemScript(`if (!faces.length) return {need:[{die:${die(10)},count:10, unordered:true}]}; return outcome({success: faces.filter(f=>f>6).length>2,degree:faces.filter(f=>f>6).length})`))
let t=performance.now()
console.log('set',JSON.stringify(await computeOdds(s,'task',[{input:{score:45},context:pc}],{random,onSample:(o)=>console.log('sample',performance.now()-t,o.success,o.leaves)})),performance.now()-t)
await s.close()}
{const s = await sandboxOf(systemScript(`if (!faces.length) return {need:[{die:${die(100)},count:1000, sum:true}]}; return outcome({success: faces[0]>50500,total:faces[0]})`))
let t=performance.now()
console.log('1000d100',JSON.stringify(await computeOdds(s,'task',[{input:{score:45},context:pc}],{random,onSample:(o)=>console.log('sample',performance.now()-t,o.success,o.leaves)})),performance.now()-t)
await s.close()}
