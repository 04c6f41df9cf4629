import { newQuickJSWASMModuleFromVariant, newVariant, DefaultIntrinsics } from 'quickjs-emscripten-core'
import base from '@jitl/quickjs-wasmfile-release-sync'
import { prelude } from '../../main/sandbox/prelude.ts'
import { systemScript, die, pc } from './sandbox.ts'
import { createImage } from '../../main/sandbox/image.ts'
const memory=new WebAssembly.Memory({initial:256,maximum:512})
const q=await newQuickJSWASMModuleFromVariant(newVariant(base,{wasmMemory:memory}))
const rt=q.newRuntime({maxStackSizeBytes:262144}); rt.setInterruptHandler(()=>false)
const ctx=rt.newContext({intrinsics:{...DefaultIntrinsics,Date:false}})
const image=createImage(memory as never)
const f=ctx.unwrapResult(ctx.evalCode(prelude(1e6,1e6),'p.js',{type:'global'}))
ctx.unwrapResult(ctx.evalCode(systemScript(`if (!faces.length) return {need:[{die:{id:'d',from:1,to:input.to||100},count:1}]}; const f=faces[0]; const d=Math.abs(input.score-f); return outcome({success: f<=input.score&&f<100, degree: d/10|0, flags: f%11===0?['spike']:[], grants:[d%2?{counter:'points',to:'actor',amount:1}:{counter:'doom',to:'gm',amount:1}],explain:['d100 '+f+' against '+input.score,'difference '+d], facts:{difference:d}})`),'r.js',{type:'global'}))
const ask=(t:string)=>{const s=ctx.newString(t);const o=ctx.unwrapResult(ctx.callFunction(f,ctx.undefined,s));const r=ctx.getString(o);s.dispose();o.dispose();return r}
console.log(ask('').slice(0,100)); image.keep()
const walk=JSON.stringify({do:'walk',check:'task',input:{score:45},context:pc,flags:['spike','fumble'],counters:['points','doom'],by:'check',limit:256,cursor:null,sums:{},deepest:32,least:1e-12,most:1e6})
const res=JSON.stringify({do:'call',group:'checks',id:'task',run:'resolve',args:[{score:45},[44],pc]})
const cpu=(n:number,g:()=>void)=>{for(let i=0;i<n/2;i++)g();const a=process.cpuUsage();const t=performance.now();for(let i=0;i<n;i++)g();const b=process.cpuUsage(a);return [(b.user+b.system)/n,(performance.now()-t)/n*1000]}
console.log('walk us', cpu(1000,()=>ask(walk)), ask(walk).slice(0,100))
console.log('resolve us', cpu(20000,()=>ask(res)))
console.log('restore us', cpu(20000,()=>image.restore()))
// pure loop inside guest without my walker
const bare=ctx.unwrapResult(ctx.evalCode(`(()=>{let o; defineSystem2=o; })`))
const loop=ctx.unwrapResult(ctx.evalCode(`(function(){const outcome = (more = {}) => ({ success: true, flags: [], grants: [], costs: [], facts: {}, explain: [], headline: 'Done', ...more });
const resolve=(input,faces)=>{const f=faces[0]; const d=Math.abs(input.score-f); return outcome({success: f<=input.score&&f<100, degree: d/10|0, flags: f%11===0?['spike']:[], grants:[d%2?{counter:'points',to:'actor',amount:1}:{counter:'doom',to:'gm',amount:1}],explain:['d100 '+f+' against '+input.score,'difference '+d], facts:{difference:d}})}
return ()=>{let n=0; const input={score:45}; for(let i=1;i<=100;i++) if(resolve(input,[i]).success) n++; return n}})()`))
console.log('bare loop us', cpu(1000,()=>ctx.unwrapResult(ctx.callFunction(loop,ctx.undefined)).dispose()))
for (const to of [1,2,5,10,50,100]) console.log(to, cpu(1000,()=>ask(walk.replace('"score":45','"score":45,"to":'+to))))
