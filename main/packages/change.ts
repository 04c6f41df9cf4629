import semver from 'semver'
import type { PackageChange, PackageSigned } from '../../preload/contract.ts'
import type { Manifest, VersionRange } from './manifest.ts'

/** What is known of a package for telling it from another. */
export interface Known {
  readonly manifest: Manifest
  readonly sha256: string
  readonly signer?: string | undefined
}

/** What installing a package would be, given what is installed under its id. */
export function changeOf(next: Known, installed: Known | undefined): PackageChange {
  if (!installed) return 'new'
  if (installed.sha256 === next.sha256) return 'same'
  const order = semver.compare(next.manifest.version, installed.manifest.version)
  return order > 0 ? 'update' : order < 0 ? 'downgrade' : 'replaced'
}

/** Who signed a package, against who signed the one that is installed. */
export function signedBy({ signer }: Known, installed: Known | undefined): PackageSigned {
  if (signer === undefined) return installed?.signer === undefined ? 'no' : 'no longer'
  if (installed?.signer === undefined) return 'first'
  return installed.signer === signer ? 'same' : 'changed'
}

/** What a package says otherwise than the one that is installed, a line each. */
export function differences({ manifest: next }: Known, { manifest: before }: Known): readonly string[] {
  const lines = [
    told('Name', before.name, next.name),
    told('Authors', before.authors.join(', '), next.authors.join(', ')),
    told('Licence', before.license, next.license),
    told('Homepage', before.homepage ?? 'none', next.homepage ?? 'none'),
    told('Tried with Tollkeeper', before.compatibility.verified, next.compatibility.verified),
    told('For its system', rangeOf(before.system), rangeOf(next.system)),
    told('Its data', `version ${before.dataVersion}`, `version ${next.dataVersion}`),
  ]
  return lines.filter((line) => line !== undefined)
}

const rangeOf = (range: VersionRange | undefined): string => (range ? `${range.minimum} ${range.maximum === undefined ? 'or later' : `to ${range.maximum}`}` : '')

const told = (what: string, before: string, next: string): string | undefined => (before === next ? undefined : `${what}: ${before} before, ${next} now`)
