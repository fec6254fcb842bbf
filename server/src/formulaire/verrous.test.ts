import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { expect, it } from 'vitest'
import { agir, relire, reussi } from '../../test/formulaires.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { forcer, historiqueDe, modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asStructure } = banc

/** A count, and what is said of it, which has no object without it. */
const SOURCE: Omit<ModeleSource, 'version'> = {
  code: 'VERROU',
  libelle: 'Sous verrou',
  periodicite: 'MENSUELLE',
  typesStructure: [],
  indicateurs: { effectif: 'NB', entrees: 'NB', sorties: 'NB', reference: 'NB' },
  sections: [
    {
      code: 'SEC',
      libelle: 'Section',
      type: 'champs',
      champs: [
        { code: 'NB', libelle: 'Nombre', nature: 'entier' },
        { code: 'DONT', libelle: 'Dont', nature: 'entier', soSi: 'NB = 0' },
        {
          code: 'LITS',
          libelle: 'Lits',
          nature: 'entier',
          soSi: 'VIDE(STRUCTURE("capacite"))',
        },
      ],
    },
  ],
  controles: [],
}

async function publier(): Promise<void> {
  const { code, libelle } = SOURCE
  const depart = { de: 'VIDE', code, libelle } as const
  const { id, version } = await reussi(
    asDpps.appeler(modeleApi.creerBrouillonModele, { body: depart }),
  )
  const params = { id }
  const body = { version, source: { ...SOURCE, version: 1 } }
  const garde = await reussi(asDpps.appeler(modeleApi.enregistrerBrouillonModele, { params, body }))
  expect(garde.fautes).toEqual([])
  const aPartirDe = { mois: 'MARCH', annee: 2025 } as const
  const publication = { version: garde.version, aPartirDe, attribuerA: ['CAU'] }
  await reussi(asDpps.appeler(modeleApi.publierModele, { params, body: publication }))
}
await publier()

it('le chiffre qu’un verrou prend en se fermant reste dans l’historique, et se rend avec lui', async () => {
  const params = { mois: 'MARCH', annee: 2025 } as const
  const donnees = { NB: 4, DONT: 3 }
  const debut = await reussi(
    asStructure.appeler(api.enregistrerFormulaire, { params, body: { modele: 'VERROU', donnees } }),
  )
  const ferme = await reussi(modifier(asStructure, debut, { NB: 0 }))
  expect(ferme.donnees).toMatchObject({ NB: 0, DONT: 'SO' })
  const [derniere] = await historiqueDe(asDpps, debut.numero)
  expect(derniere?.cellules).toEqual([
    { cellule: 'NB', avant: 4, apres: 0 },
    { cellule: 'DONT', avant: 3, apres: 'SO' },
  ])
  await refuse(banc, 'SAISIE_INVALIDE', () => modifier(asStructure, ferme, { DONT: 3 }))
  const rouvert = await reussi(modifier(asStructure, ferme, { NB: 4, DONT: 3 }))
  expect(rouvert.donnees).toMatchObject(donnees)
  expect((await relire(asStructure, debut.numero)).donnees).toMatchObject(donnees)
})

it.each<[string, (f: Formulaire) => Promise<unknown>, object[]]>([
  [
    'un enregistrement',
    (f) => reussi(modifier(asStructure, f, { NB: 5 })),
    [{ cellule: 'NB', avant: 4, apres: 5 }],
  ],
  ['la soumission', (f) => reussi(agir(asStructure, 'soumettre', f)), []],
  ['un état forcé', (f) => reussi(forcer(asDpps, f, 'VALIDE')), []],
])(
  'le chiffre que la fiche de la structure met sous verrou est dit par %s',
  async (_, acte, avec) => {
    const params = { mois: 'MARCH', annee: 2025 } as const
    const body = { modele: 'VERROU', donnees: { NB: 4, LITS: 12 } }
    const debut = await reussi(asStructure.appeler(api.enregistrerFormulaire, { params, body }))
    const { db } = banc.base
    await changerDepuisToujours(db, { capacite: null }, ['CAU-R01-01'])
    await acte(debut)
    await changerDepuisToujours(db, { capacite: 60 }, ['CAU-R01-01'])
    const [derniere] = await historiqueDe(asDpps, debut.numero)
    expect(derniere?.cellules).toEqual([...avec, { cellule: 'LITS', avant: 12, apres: 'SO' }])
  },
)
