/**
 * A worker with an engine like a system's own, in which nothing but JSON is read and written: it
 * parses each request and answers with the same value each time.
 */
import { parentPort, workerData } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'

const engine = await newQuickJSWASMModuleFromVariant(variant)
const context = engine.newContext()
const script = `(answer => request => { JSON.parse(request); return JSON.stringify(answer) })(${workerData as string})`
const echo = context.unwrapResult(context.evalCode(script))

parentPort?.on('message', ({ text }: { readonly text: string }) => {
  const asked = context.newString(text)
  const said = context.unwrapResult(context.callFunction(echo, context.undefined, asked))
  parentPort?.postMessage({ kind: 'answer', text: `v${context.getString(said)}` })
  asked.dispose()
  said.dispose()
})
