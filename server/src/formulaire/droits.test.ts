import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne, Reponse } from '../../test/banc.ts'
import { agir, commencer, reussi } from '../../test/formulaires.ts'
import { MOTIF, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure, asAutreStructure, asDirectionRegionale, anonyme } = banc

type Qui = Pick<Personne, 'appeler' | 'brut'>
type Operation = keyof typeof api

/**
 * Who calls, about a form of CAU-R01-01: DPPS, administration, its own structure, its regional
 * office, another structure, nobody.
 */
const QUI: [string, Qui][] = [
  ['la DPPS', asDpps],
  ['l’administration', asAdmin],
  ['la structure', asStructure],
  ['sa direction régionale', asDirectionRegionale],
  ['une autre structure', asAutreStructure],
  ['une personne sans jeton', anonyme],
]
type Attendus = [string, string, string, string, string, string]

const oui = '200'
const interdit = 'DROIT_INSUFFISANT'
const absent = 'FORMULAIRE_INTROUVABLE'
const sansJeton = 'JETON_ABSENT'

/** The form's state for the call, the call, then what each of QUI gets (conception §1). */
const LIGNES: Record<
  Operation,
  {
    etat: 'BROUILLON' | 'SOUMIS' | 'VALIDE' | 'APPROUVE' | 'DIFFUSE' | null
    appeler: (qui: Qui, f: Formulaire) => Promise<Reponse<unknown>>
    attendus: Attendus
  }[]
> = {
  enregistrerFormulaire: [
    {
      etat: null,
      appeler: (qui) =>
        qui.appeler(api.enregistrerFormulaire, {
          params: { mois: 'MARCH', annee: 2025 },
          body: { modele: 'RMA', structure: 'CAU-R01-01' },
        }),
      attendus: [oui, interdit, oui, interdit, 'STRUCTURE_INTROUVABLE', sansJeton],
    },
  ],
  modifierFormulaire: [
    {
      etat: 'BROUILLON',
      appeler: (qui, { numero, version }) =>
        qui.appeler(api.modifierFormulaire, { body: { numero, version, donnees: { DIFF: 'x' } } }),
      attendus: [oui, interdit, oui, interdit, absent, sansJeton],
    },
    {
      etat: 'DIFFUSE',
      appeler: (qui, { numero, version }) =>
        qui.appeler(api.modifierFormulaire, { body: { numero, version, donnees: { DIFF: 'x' } } }),
      attendus: [
        'TRANSITION_INTERDITE',
        interdit,
        'TRANSITION_INTERDITE',
        interdit,
        absent,
        sansJeton,
      ],
    },
  ],
  lireFormulaire: (['BROUILLON', 'SOUMIS', 'APPROUVE', 'DIFFUSE'] as const).map((etat) => ({
    etat,
    appeler: (qui, { numero }) => qui.appeler(api.lireFormulaire, { params: { numero } }),
    attendus: [oui, oui, oui, oui, etat === 'DIFFUSE' ? oui : absent, sansJeton],
  })),
  examinerFormulaires: [
    {
      etat: 'SOUMIS',
      // What lies outside the perimeter is left out.
      appeler: (qui, { id }) => qui.appeler(api.examinerFormulaires, { body: { ids: [id] } }),
      attendus: [oui, oui, oui, oui, oui, sansJeton],
    },
  ],
  listFormulaires: [
    {
      etat: 'BROUILLON',
      appeler: (qui) =>
        qui.appeler(api.listFormulaires, { params: { mois: 'MARCH', annee: 2025 } }),
      attendus: [oui, oui, oui, oui, oui, sansJeton],
    },
  ],
  listFormulairesStructures: [
    {
      etat: 'BROUILLON',
      appeler: (qui) => qui.appeler(api.listFormulairesStructures, { body: {} }),
      attendus: [oui, oui, oui, oui, oui, sansJeton],
    },
  ],
  soumettreFormulaire: [
    {
      etat: 'BROUILLON',
      appeler: (qui, { id }) =>
        qui.appeler(api.soumettreFormulaire, { params: { id }, query: { confirme: 'true' } }),
      attendus: [oui, interdit, oui, interdit, absent, sansJeton],
    },
  ],
  validerFormulaire: [
    {
      etat: 'SOUMIS',
      appeler: (qui, { id }) => qui.appeler(api.validerFormulaire, { params: { id } }),
      attendus: [oui, oui, interdit, interdit, absent, sansJeton],
    },
  ],
  approuverFormulaire: [
    {
      etat: 'VALIDE',
      appeler: (qui, { id }) => qui.appeler(api.approuverFormulaire, { params: { id } }),
      attendus: [oui, interdit, interdit, interdit, absent, sansJeton],
    },
  ],
  diffuserFormulaire: [
    {
      etat: 'APPROUVE',
      appeler: (qui, { id }) => qui.appeler(api.diffuserFormulaire, { params: { id } }),
      attendus: [oui, interdit, interdit, interdit, absent, sansJeton],
    },
  ],
  renvoyerFormulaire: (['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE'] as const).map((etat) => ({
    etat,
    appeler: (qui, { id }) => qui.appeler(api.renvoyerFormulaire, { params: { id }, query: MOTIF }),
    attendus: [
      oui,
      etat === 'SOUMIS' || etat === 'VALIDE' ? oui : interdit,
      interdit,
      interdit,
      absent,
      sansJeton,
    ],
  })),
  changerEtatFormulaire: [
    {
      etat: 'SOUMIS',
      appeler: (qui, { numero }) =>
        qui.appeler(api.changerEtatFormulaire, {
          params: { numero, etat: 'BROUILLON' },
          query: MOTIF,
        }),
      attendus: [oui, interdit, interdit, interdit, absent, sansJeton],
    },
  ],
  listHistorique: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    etat,
    appeler: (qui, { numero }) => qui.appeler(api.listHistorique, { params: { numero } }),
    attendus: [oui, oui, oui, oui, absent, sansJeton],
  })),
  remarquerFormulaire: (['SOUMIS', 'DIFFUSE'] as const).map((etat) => ({
    etat,
    appeler: (qui, { numero }) =>
      qui.appeler(api.remarquerFormulaire, {
        body: { numero, remarques: [{ cellule: null, texte: 'x', statut: 'OUVERTE' }] },
      }),
    attendus: [oui, oui, interdit, interdit, absent, sansJeton],
  })),
}

const CAS = Object.entries(LIGNES).flatMap(([nom, lignes]) =>
  lignes.flatMap(({ etat, appeler, attendus }) =>
    QUI.map(([titre, qui], i) => ({ nom, etat, titre, attendu: attendus[i], appeler, qui })),
  ),
)

/** Brought there by the structure and by people of the bench who are not those of the table. */
async function amenerA(etat: string | null): Promise<Formulaire | null> {
  if (etat === null) return null
  let f = await commencer(asStructure)
  for (const [acte, personne, atteint] of ACTES) {
    if (f.etat === etat) break
    f = await reussi(agir(personne, acte, f))
    expect(f.etat).toBe(atteint)
  }
  return f
}
const ACTES = [
  ['soumettre', asStructure, 'SOUMIS'],
  ['valider', banc.asAutreDpps, 'VALIDE'],
  ['approuver', asDpps, 'APPROUVE'],
  ['diffuser', banc.asAutreDpps, 'DIFFUSE'],
] as const

describe('qui fait quoi sur un rapport', () => {
  it('a sa ligne pour chaque opération du contrat', () => {
    expect(Object.keys(LIGNES).toSorted()).toEqual(Object.keys(api).toSorted())
    expect(Object.values(LIGNES).every(({ length }) => length > 0)).toBe(true)
  })

  it.each(CAS)('$nom ($etat) par $titre : $attendu', async ({ etat, appeler, qui, attendu }) => {
    const f = await amenerA(etat)
    const { statut, code } = await appeler(qui, f ?? ({} as Formulaire))
    expect(code || String(statut)).toBe(attendu)
  })
})
