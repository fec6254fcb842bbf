// The package's bill of materials (SBOM), as CycloneDX has it: what whoever watches advisories compares
// with them. npm's own (`npm sbom --omit dev`) leaves out 79 packages that the server runs, those that
// the tests use too; and it gives other bytes each time.
import { listModules, NODE } from './arbre.ts'
import type { Lock, Locked } from './rules/lockfile.ts'

/** npm writes the digest in base 64, after its function; CycloneDX wants hexadecimal. */
const hashesOf = ({ integrity = '' }: Locked) => {
  const digest = /^sha512-(\S+)$/.exec(integrity)?.[1]
  return digest ? [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] : []
}

function componentOf(path: string, locked: Locked) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${locked.version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version: locked.version,
    purl,
    hashes: hashesOf(locked),
    licenses: locked.license ? [{ expression: locked.license }] : [],
  }
}

/**
 * What the package carries: the server's packages, those that the built web is made of, and Node.
 * `epoch`: when it is made, in seconds. The same sources give the same text.
 */
export function composeNomenclature(lock: Lock, version: string, epoch: string): string {
  const paths = new Set([...listModules(lock), ...listModules(lock, 'web'), NODE])
  const found = [...paths].toSorted().flatMap((path) => {
    const locked = lock.packages[path]
    // A link is one of our own workspaces.
    return locked && !locked.link ? [componentOf(path, locked)] : []
  })
  // The same version in two folders is one thing to watch.
  const components = [...new Map(found.map((one) => [one.purl, one])).values()]
  const nomenclature = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(Number(epoch) * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': 'releve', name: 'releve', version },
    },
    components,
  }
  return `${JSON.stringify(nomenclature, null, 2)}\n`
}
