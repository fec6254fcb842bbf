import { cpus, totalmem } from 'node:os'

/** A figure and what it stands beside, in words; `but` says whether it reaches its aim. */
export type Ligne = { quoi: string; releve: string; plancher: string; rapport: string }

const nombre = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 })
const fin = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 2 })

/** `1 234`, or `1,23` below ten. */
export function figure(valeur: number): string {
  return (Math.abs(valeur) < 10 ? fin : nombre).format(valeur)
}

/** `82 %`. */
export function part(a: number, b: number): string {
  return `${nombre.format((100 * a) / b)} %`
}

export function mediane(valeurs: readonly number[]): number {
  const triees = valeurs.toSorted((a, b) => a - b)
  const milieu = Math.floor(triees.length / 2)
  const haut = triees[milieu] ?? Number.NaN
  return triees.length % 2 === 1 ? haut : (haut + (triees[milieu - 1] ?? Number.NaN)) / 2
}

/** The value below which this share of the others lies. */
export function quantile(valeurs: readonly number[], share: number): number {
  const triees = valeurs.toSorted((a, b) => a - b)
  return triees[Math.min(triees.length - 1, Math.ceil(share * triees.length) - 1)] ?? Number.NaN
}

type Partie = { titre: string; note: string; entetes: string[]; lignes: Ligne[] }

/** What a run found, part after part: printed as it comes, then kept as Markdown. */
export class Rapport {
  readonly #parties: Partie[] = []

  /** Opens a part; `releve` and `plancher` head its two columns of figures. */
  ouvrir(titre: string, note: string, [releve, plancher, rapport]: [string, string, string]): void {
    this.#parties.push({ titre, note, entetes: ['Mesure', releve, plancher, rapport], lignes: [] })
    console.log(`\n${titre}\n${note}`)
  }

  ajouter(ligne: Ligne): void {
    this.#parties.at(-1)?.lignes.push(ligne)
    const { quoi, releve, plancher, rapport } = ligne
    console.log(`  ${quoi}\n    ${releve}   |   ${plancher}   |   ${rapport}`)
  }

  markdown(): string {
    return this.#parties
      .map(({ titre, note, entetes, lignes }) =>
        [
          `## ${titre}`,
          '',
          note,
          '',
          `| ${entetes.join(' | ')} |`,
          '|---|---:|---:|---:|',
          ...lignes.map(
            ({ quoi, releve, plancher, rapport }) =>
              `| ${quoi} | ${releve} | ${plancher} | ${rapport} |`,
          ),
        ].join('\n'),
      )
      .join('\n\n')
  }
}

/** A report kept as Markdown, with these parts (`## Titre…`) in the place of their older selves. */
export function remplacerParties(rapport: string, parties: string): string {
  const decouper = (texte: string) => texte.trimEnd().split(/\n(?=## )/)
  const autres = decouper(rapport)
  for (const partie of decouper(parties)) {
    const titre = partie.slice(0, partie.indexOf('\n'))
    const rang = autres.findIndex((autre) => autre.startsWith(`${titre}\n`))
    if (rang === -1) autres.push(`\n${partie.trimEnd()}`)
    else autres[rang] = `${partie.trimEnd()}\n`
  }
  return `${autres.join('\n').trimEnd()}\n`
}

/** The machine in generic words. */
export function machine(): string {
  const coeurs = cpus().length
  const memoire = Math.round(totalmem() / 2 ** 30)
  return `${coeurs} cœurs, ${memoire} Go de mémoire, ${process.platform}, Node ${process.versions.node}`
}
