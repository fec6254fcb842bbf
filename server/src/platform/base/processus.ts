import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statfsSync } from 'node:fs'
import { hostname } from 'node:os'

/** Content of a file, null when it cannot be read. */
export function lire(chemin: string): string | null {
  try {
    return readFileSync(chemin, 'utf8')
  } catch {
    return null
  }
}

/** Boot and process namespace: the surroundings within which a pid means something. */
export function lieuCourant(): string {
  const demarrage = lire('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  let espace = ''
  try {
    espace = readlinkSync('/proc/self/ns/pid')
  } catch {
    // No /proc: the host's name is all there is.
  }
  return [hostname(), demarrage, espace].join(' ')
}

/** ext, XFS, Btrfs, F2FS, ZFS, tmpfs: mounted by one running system at a time. None is a share. */
const LOCAUX = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994])

/** True when only the system that runs can be writing to this folder. Unknown: false. */
export function estDisqueLocal(dossier: string): boolean {
  // Some architectures give the number signed.
  return LOCAUX.has(statfsSync(dossier).type >>> 0)
}

/** Start time of a process, null when it is gone, '?' when the system does not tell. */
export function debutDe(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return null
  }
  const stat = lire(`/proc/${pid}/stat`)
  if (stat !== null) {
    // The command, second field, may hold spaces and parentheses: count from its end.
    const champs = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return champs[0] === 'Z' ? null : (champs[19] ?? '?')
  }
  if (process.platform === 'win32') return '?'
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return '?'
  }
}
