import type { Annuaire, TableauAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { LICENCES, type Licence } from '@releve/contract/annuaire/fichier.schema.ts'
import { type ColonneEcrite, colonnesDe } from './chiffre.ts'
import { CLES } from './donnees.ts'
import { FICHIERS as T } from './fichiers.textes.ts'
import { piedDe } from './ouvrage.ts'

/** A field of a Frictionless table schema. */
type Champ = {
  name: string
  type: 'string' | 'integer' | 'number'
  title: string
  description?: string
  decimalChar?: ','
  bareNumber?: true
  constraints?: { required?: true; enum?: string[] }
}

const CHAMPS_CLES: Champ[] = [
  { name: CLES[0], type: 'string', title: T.cles.code },
  { name: CLES[1], type: 'string', title: T.cles.libelle },
  { name: CLES[2], type: 'integer', title: T.cles.niveau, constraints: { required: true } },
  {
    name: CLES[3],
    type: 'string',
    title: T.cles.sorte,
    constraints: { required: true, enum: ['detail', 'soustotal', 'total'] },
  },
  { name: CLES[4], type: 'string', title: T.cles.partiels },
]

function champDe(colonne: ColonneEcrite, groupes: ReadonlyMap<string, string>): Champ {
  const { code, libelle, groupe, sorte, unite } = colonne
  const nomGroupe = groupes.get(groupe ?? '')
  const title = nomGroupe ? `${nomGroupe}, ${libelle}` : libelle
  if (sorte === 'texte') return { name: code, type: 'string', title }
  return {
    name: code,
    type: 'number',
    title,
    ...(unite && { description: T.uniteDe(unite) }),
    decimalChar: ',',
  }
}

/** Where a file of the package is found, from the package itself. */
export const cheminCsv = (code: string): string => `${code}.csv`

function ressourceDe(tableau: TableauAnnuaire, annee: number): object {
  const { code, titre } = tableau
  const groupes = new Map(tableau.groupes.map((groupe) => [groupe.code, groupe.libelle]))
  return {
    name: code.toLowerCase(),
    path: cheminCsv(code),
    title: titre,
    description: piedDe(tableau)
      .map(({ nom, texte }) => `${nom} : ${texte}`)
      .join('\n'),
    // The same word in either version of the rules.
    profile: 'tabular-data-resource',
    type: 'table',
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ';', lineTerminator: '\r\n', header: true },
    schema: {
      fields: [...CHAMPS_CLES, ...colonnesDe(tableau, annee).map((c) => champDe(c, groupes))],
      missingValues: ['', ...Object.keys(T.signes)],
    },
  }
}

/**
 * The data package of an annuaire (Frictionless, datapackage.org): what each file holds, field by
 * field, and under which licence. Readers of version 1 find its words, those of version 2 theirs.
 */
export function paquetDe(
  annuaire: Annuaire,
  tableaux: readonly TableauAnnuaire[],
  licence: Licence,
): Buffer {
  const { annee, edition, empreinte, organisation, pays, titre } = annuaire
  const partielles = tableaux.some((tableau) =>
    colonnesDe(tableau, annee).some(({ part }) => part === 'comparee'),
  )
  const legende = partielles ? `${T.legende} ${T.legendePart}` : T.legende
  const paquet = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    profile: 'data-package',
    name: `annuaire-${annee}`,
    title: titre,
    description: `${[organisation, pays].filter(Boolean).join(', ')}. ${legende}`,
    id: empreinte,
    version: `${annee}.${edition}.0`,
    ...(annuaire.arreteLe && { created: annuaire.arreteLe }),
    keywords: [...T.motsCles],
    licenses: [LICENCES[licence]],
    contributors: [{ title: organisation, role: 'publisher', roles: ['publisher'] }],
    resources: tableaux.map((tableau) => ressourceDe(tableau, annee)),
  }
  return Buffer.from(`${JSON.stringify(paquet, null, 2)}\n`)
}
