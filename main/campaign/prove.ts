/** Proves that a package can be used, by loading its rules or by holding its content against its system. */
import type { Reply } from '../../preload/contract.ts'
import { openBundle, openContent, type Bundle } from '../packages/bundle.ts'
import type { Catalogue, Entry } from '../packages/catalogue.ts'
import type { Brought } from '../packages/load.ts'
import { isPack, whyOtherSheets } from '../packages/manifest.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { readyContent } from './content.ts'
import type { Destination } from './move.ts'

export interface ProverOptions {
  readonly catalogue: Catalogue
  readonly loadSandbox: (source: string) => Promise<Answer<Sandbox>>
}

interface Proof {
  readonly at: number
  isSound: boolean
  readonly reply: Promise<Reply<null>>
}

/** How long what was wrong with a package is taken to be wrong still. */
const retryAfterMs = 60_000

/** `load` is for what is about to be used, `prove` for what is looked at, `tried` for what is listed. */
export function createProver({ catalogue, loadSandbox }: ProverOptions) {
  /** A system with its rules running; its sandbox is to be closed. */
  const load = async (bundle: Bundle): Promise<Reply<Destination>> => {
    const opened = await openBundle(bundle)
    if (!opened.ok) return failed('refused', opened.message)
    const sandbox = await loadSandbox(opened.package.source)
    return sandbox.ok ? done({ package: opened.package, sandbox: sandbox.value }) : failed('fault', sandbox.fault.message)
  }

  /** Whether its system takes all that a content pack brings; that one's rules run for it. */
  const vet = async (brought: Brought): Promise<Reply<null>> => {
    const { system } = brought.manifest
    const found = system && (await catalogue.load(system.id))
    if (!found?.ok) return failed('missing', found?.message ?? 'It is for no system.')
    const others = whyOtherSheets(brought.manifest, brought.content, found.package.manifest)
    if (others !== undefined) return failed('refused', others)
    const sandbox = await loadSandbox(found.package.source)
    if (!sandbox.ok) return failed('fault', `${found.package.manifest.name} could not be loaded: ${sandbox.fault.message}`)
    try {
      const ready = await readyContent(sandbox.value, parseForm(sandbox.value.declarations.settings, {}).input, brought)
      return ready.ok ? done(null) : ready
    } finally {
      await sandbox.value.close()
    }
  }

  /** The hash of the rules of a system that loads, or none of a content pack that its system takes. */
  const prove = async (bundle: Bundle): Promise<Reply<string | undefined>> => {
    if (isPack(bundle.manifest)) {
      const opened = await openContent(bundle)
      const vetted = opened.ok ? await vet({ manifest: bundle.manifest, content: opened.content }) : failed('refused', opened.message)
      return vetted.ok ? done(undefined) : vetted
    }
    const loaded = await load(bundle)
    if (!loaded.ok) return loaded
    await loaded.value.sandbox.close()
    return done(loaded.value.package.sha256)
  }

  /** How each package was proved, and when. */
  const proofs = new Map<string, Proof>()

  /** What was sound stays so. Whatever wasn't is tried again after a while, since a busy machine can be at fault. */
  const proofOf = (known: string, prove: () => Promise<Reply<null>>): Promise<Reply<null>> => {
    const before = proofs.get(known)
    if (before && (before.isSound || performance.now() - before.at < retryAfterMs)) return before.reply
    const proof: Proof = {
      at: performance.now(),
      isSound: false,
      reply: prove().then((proved) => {
        proof.isSound = proved.ok
        return proved
      }),
    }
    proofs.set(known, proof)
    return proof.reply
  }

  /** A package that can't be used is listed with the reason before anybody plays with it. */
  const tried = async (entry: Entry, systems: readonly Entry[]): Promise<Entry> => {
    const { from, folder, manifest, sha256, problem, disabled } = entry
    if ((from !== 'installed' && from !== 'by hand') || !manifest || problem !== undefined || disabled) return entry
    const system = systems.find((each) => each.manifest?.id === manifest.system?.id)
    const known = [sha256, system?.manifest?.version, system?.rules, system?.disabled].join(' ')
    const proved = await proofOf(known, () => (isPack(manifest) ? proveContent(folder) : proveRules(manifest.id)))
    return proved.ok ? entry : { ...entry, problem: proved.error.message }
  }

  const proveRules = async (id: string): Promise<Reply<null>> => {
    const found = await catalogue.load(id)
    if (!found.ok) return failed('refused', found.message)
    const sandbox = await loadSandbox(found.package.source)
    if (!sandbox.ok) return failed('fault', sandbox.fault.message)
    await sandbox.value.close()
    return done(null)
  }

  const proveContent = async (folder: string): Promise<Reply<null>> => {
    const found = await catalogue.content(folder)
    return found.ok ? vet(found.brought) : failed('refused', found.message)
  }

  return { load, prove, tried }
}
