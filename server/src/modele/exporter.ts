import type { modeleApi } from '@releve/contract/modele/modele.api.ts'
import { isoDe, type Periode } from '@releve/contract/mois.ts'
import { exporterListe } from '../journal/exporter-liste.ts'
import type { Colonne } from '../platform/import.colonnes.ts'
import { toutDe } from '../platform/liste.ts'
import type { Appel } from '../platform/route.ts'
import { gererModeles } from './gerer.ts'

/** A version of a model, or its draft. */
type Ligne = {
  code: string
  libelle: string
  structures: number
  version: number | null
  etat: keyof typeof ETATS
  du: Periode | null
  au: Periode | null
  formulaires: number | null
  le: string | null
  par: string | null
}

const ETATS = { BROUILLON: 'Brouillon', PUBLIE: 'Publiée', REMPLACE: 'Remplacée' } as const

const COLONNES: readonly Colonne<Ligne>[] = [
  { entete: 'Code', ecrire: ({ code }) => code },
  { entete: 'Modèle', largeur: 40, ecrire: ({ libelle }) => libelle },
  { entete: 'Structures', ecrire: ({ structures }) => structures },
  { entete: 'Version', ecrire: ({ version }) => version },
  { entete: 'État', ecrire: ({ etat }) => ETATS[etat] },
  { entete: 'Premier mois', ecrire: ({ du }) => du && isoDe(du) },
  { entete: 'Dernier mois', ecrire: ({ au }) => au && isoDe(au) },
  { entete: 'Rapports', ecrire: ({ formulaires }) => formulaires },
  { entete: 'Publiée ou écrite le (UTC)', largeur: 24, ecrire: ({ le }) => le },
  { entete: 'Par', ecrire: ({ par }) => par },
]

/** Every model, a line for each of its versions and for its draft. */
export async function exporterModeles(appel: Appel<typeof modeleApi.exporterModeles>) {
  const modeles = await gererModeles(appel)
  const lignes = modeles.flatMap(({ code, structures, versions, brouillon }): Ligne[] => [
    ...(brouillon ? [{ ...ECRIT, ...enLigne(code, structures, brouillon) }] : []),
    ...versions.map(({ publieLe, publiePar, ...version }) => {
      return { ...version, code, structures, le: publieLe, par: publiePar }
    }),
  ])
  const liste = { nom: 'modeles', titre: 'Modèles', colonnes: COLONNES }
  return exporterListe(appel, liste, { tout: toutDe(lignes), format: appel.query.format })
}

/** What a draft has not. */
const ECRIT = { version: null, etat: 'BROUILLON', du: null, au: null, formulaires: null } as const

type Brouillon = { libelle: string; modifieLe: string; modifiePar: string | null }
const enLigne = (
  code: string,
  structures: number,
  { libelle, modifieLe, modifiePar }: Brouillon,
) => ({
  code,
  structures,
  libelle,
  le: modifieLe,
  par: modifiePar,
})
