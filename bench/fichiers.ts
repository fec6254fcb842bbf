import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { figure, mediane, part, type Rapport } from './rapport.ts'

type Mesure = {
  ms: number
  processeur: number
  memoire: number
  pages: number
  octets: number
  cases: number
}

/** Each in a process of its own, as ours is. */
function mesurer(sorte: string, taille: readonly string[], tours: number): Mesure {
  const script = join(import.meta.dirname, 'fichiers.page.ts')
  const mesures = Array.from({ length: tours }, (): Mesure => {
    return JSON.parse(
      execFileSync(process.execPath, ['--expose-gc', script, sorte, ...taille], {
        encoding: 'utf8',
        env: { MALLOC_ARENA_MAX: '1' },
      }),
    )
  })
  const milieu = (cle: keyof Mesure) => mediane(mesures.map((mesure) => mesure[cle]))
  const [premiere] = mesures
  if (!premiere) throw new Error('aucune mesure')
  return {
    ...premiere,
    ms: milieu('ms'),
    processeur: milieu('processeur'),
    memoire: milieu('memoire'),
  }
}

const dire = ({ ms, processeur, memoire, pages }: Mesure): string =>
  `${figure(ms / 1000)} s (${figure(processeur / 1000)} s de processeur), ${figure(memoire)} Mo, ${figure(pages)} pages`

const TAILLES = [
  ['2000', '0'],
  ['2000', '12'],
  ['2000', '30'],
  ['2000', '60'],
] as const

/** The PDF of an annuaire beside the same cells in one bare table, and an empty document. */
export function mesurerFichiers(rapport: Rapport, rapide: boolean, quand = ''): void {
  rapport.ouvrir(
    'PDF de l’annuaire, 2 000 structures',
    `Durée, mémoire résidente à son plus haut et pages, dans un processus à part. Plancher : les mêmes cases dans des tableaux nus du compilateur, balisés. But : 200 pages en 20 s et 600 Mo. ${quand}`.trim(),
    ['Relevé', 'Plancher', 'Mémoire relative'],
  )
  const tours = rapide ? 1 : 3
  const vide = mesurer('vide', ['1', '0'], tours)
  rapport.ajouter({ quoi: 'Document vide', releve: '–', plancher: dire(vide), rapport: '–' })
  for (const taille of rapide ? TAILLES.slice(0, 2) : TAILLES) {
    const releve = mesurer('releve', taille, tours)
    const plancher = mesurer('tableau', taille, tours)
    rapport.ajouter({
      quoi: `${figure(releve.cases)} cases, dont ${taille[1]} tableaux de 100 lignes par mois`,
      releve: dire(releve),
      plancher: dire(plancher),
      rapport: part(releve.memoire, plancher.memoire),
    })
  }
}
