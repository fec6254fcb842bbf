import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ATTAQUES, inonder } from './attaque.ts'
import { demarrer, dossierDeTest, type Processus, pret } from './processus.ts'

const MO = 1024 * 1024
/** What may be left of the memory afterwards. */
const RESTE_MAX = 100 * MO
/** How many calls of others are made during each attack, one after the other. */
const APPELS = 100

/** Bytes of memory that a process holds. */
function memoireDe({ enfant }: Processus): number {
  const statut = readFileSync(`/proc/${enfant.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(statut)?.[1]) * 1024
}

/** Others ask, each once the one before was answered: all are, while the attack lasts. */
async function appeler(adresse: string): Promise<number[]> {
  const statuts: number[] = []
  while (statuts.length < APPELS) {
    const reponse = await fetch(`${adresse}/api/sante`)
    await reponse.text()
    statuts.push(reponse.status)
  }
  return statuts
}

// How long they wait meanwhile is measured by `npm run bench`.
describe.runIf(process.platform === 'linux')('qui demande sans jamais lire', () => {
  it('n’empêche personne d’être servi, ne prend pas de mémoire, et ne tue rien', async () => {
    const processus = demarrer({ DATA_DIR: dossierDeTest() })
    const adresse = await pret(processus)
    const servis = await appeler(adresse)
    expect(new Set(servis)).toEqual(new Set([200]))
    const avant = memoireDe(processus)
    for (const [titre, connexions, texte] of ATTAQUES) {
      const prises = inonder(adresse, connexions, texte)
      expect.soft(await appeler(adresse), titre).toEqual(servis)
      expect.soft(memoireDe(processus) - avant, titre).toBeLessThan(3 * RESTE_MAX)
      for (const prise of prises) prise.destroy()
    }
    await expect.poll(() => memoireDe(processus) - avant).toBeLessThan(RESTE_MAX)
    expect(processus.enfant.exitCode).toBeNull()
  })
})
