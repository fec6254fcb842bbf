import { documentApi } from '@releve/contract/document/document.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { MOIS, periodeDe } from '@releve/contract/mois.ts'
import { rechercheApi } from '@releve/contract/recherche/recherche.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ouvrirAutreBase } from '../../test/autre.ts'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { commencer, reussi } from '../../test/formulaires.ts'
import { deposer } from '../document/document.banc.ts'
import { ecouter, estPret, suivre, surFormulaire } from '../evenement/evenement.banc.ts'
import { publierEvenement } from '../evenement/evenement.sql.ts'
import { findAgent } from '../session/session.sql.ts'

/**
 * A structure that goes from one regional office to another reads in each as what it was then: who
 * reads, who counts, who is written to, before, on and after the month of the move.
 */
const banc = await ouvrirBanc()
const { app, base, horloge, structures, asStructure, asDirectionRegionale, asAutreStructure } = banc
const { db } = base
const url = await ecouter(app)
const autre = await ouvrirAutreBase(base)
afterAll(() => autre.close())

const CAU = 'CAU-R01-01'
const [ANCIENNE, NOUVELLE] = ['DR-R01', 'DR-R02']
const idDe = (code: string) => structures.get(code) ?? 0
/** March 2025, which is the month of the bench's clock. */
const MARS = 2025 * 12 + 2

/** The person of the office to which the structure goes: `asAutreStructure` works for it too. */
const asNouvelle = asAutreStructure
beforeAll(async () => {
  await sql`insert into utilisateur_structure values (${asNouvelle.id}, ${idDe(NOUVELLE)})`.execute(
    db,
  )
})

/** Its record as it has always been. */
const rester = () =>
  sql`with finie as (
      delete from structure_periode where structure_id = ${idDe(CAU)} and du > 0)
    update structure_periode set au = 2147483647, parent_id = ${idDe(ANCIENNE)}
    where structure_id = ${idDe(CAU)} and du = 0`.execute(db)

/** Records that CAU-R01-01 is under the new office from this month on. */
async function demenager(rang: number): Promise<void> {
  await rester()
  await sql`with neuve as (
      insert into structure_periode (structure_id, du, type_structure, region, parent_id, modeles)
      select structure_id, ${rang}::int, type_structure, 'R02', ${idDe(NOUVELLE)}, modeles
      from structure_periode where structure_id = ${idDe(CAU)})
    update structure_periode set au = ${rang - 1}::int where structure_id = ${idDe(CAU)}`.execute(
    db,
  )
}

beforeEach(async () => {
  horloge.maintenant = new Date('2025-03-20T10:00:00Z')
  await viderTables(db, 'formulaire', 'piece', 'tache', 'evenement', 'message')
  await rester()
})

const duMois = (rang: number) => commencer(asStructure, { modele: 'EPM', ...periodeDe(rang) })

/** Every way that leads to a report: each says whether this person reads it whole. */
const CHEMINS: [string, (qui: Personne, f: Formulaire) => Promise<boolean>][] = [
  [
    'sa lecture',
    async (qui, { numero }) =>
      (await qui.appeler(api.lireFormulaire, { params: { numero } })).statut === 200,
  ],
  [
    'son historique',
    async (qui, { numero }) =>
      (await qui.appeler(api.listHistorique, { params: { numero } })).statut === 200,
  ],
  [
    'la liste de son mois',
    async (qui, { numero, mois, annee }) => {
      const lue = await reussi(qui.appeler(api.listFormulaires, { params: { mois, annee } }))
      return lue.elements.some((une) => une.numero === numero)
    },
  ],
  [
    'la recherche de rapports',
    async (qui, { numero }) =>
      (await reussi(qui.appeler(api.listFormulairesStructures, { body: { q: numero } }))).total > 0,
  ],
  [
    'la recherche',
    async (qui, { numero }) =>
      (await reussi(qui.appeler(rechercheApi.rechercher, { query: { q: numero } }))).formulaires
        .length > 0,
  ],
  [
    'sa pièce dans la liste des fichiers',
    async (qui, { numero }) => {
      const lues = await qui.appeler(documentApi.listPieces, { body: {} })
      return JSON.stringify(lues.corps).includes(numero)
    },
  ],
  [
    'son dossier',
    async (qui, { numero }) =>
      (await qui.appeler(documentApi.lireDossier, { params: { numero } })).statut === 200,
  ],
]

describe.each(CHEMINS)('%s', (_, lit) => {
  it('suit la direction d’aujourd’hui, et celle de son mois', async () => {
    const [janvier, mars] = [await duMois(MARS - 2), await duMois(MARS)]
    for (const f of [janvier, mars]) await deposer(asStructure, { numero: f.numero })
    const quiLit = async (qui: Personne) => [await lit(qui, janvier), await lit(qui, mars)]
    expect([await quiLit(asDirectionRegionale), await quiLit(asNouvelle)]).toEqual([
      [true, true],
      [false, false],
    ])
    // Moved since March: the former office keeps January, the new one knows its past.
    await demenager(MARS)
    expect([await quiLit(asDirectionRegionale), await quiLit(asNouvelle)]).toEqual([
      [true, false],
      [true, true],
    ])
    // To come: nothing has changed yet.
    await demenager(MARS + 1)
    expect([await quiLit(asDirectionRegionale), await quiLit(asNouvelle)]).toEqual([
      [true, true],
      [false, false],
    ])
    // April has come, without a write.
    horloge.maintenant = new Date('2025-04-01T10:00:00Z')
    expect([await quiLit(asDirectionRegionale), await quiLit(asNouvelle)]).toEqual([
      [true, true],
      [true, true],
    ])
    const avril = await duMois(MARS + 1)
    await deposer(asStructure, { numero: avril.numero })
    expect([await lit(asDirectionRegionale, avril), await lit(asNouvelle, avril)]).toEqual([
      false,
      true,
    ])
  })
})

describe('ce qui n’est pas commencé', () => {
  it('se montre à la direction de son mois, et à celle d’aujourd’hui', async () => {
    await demenager(MARS)
    const manque = async (qui: Personne, rang: number) => {
      const lue = await reussi(qui.appeler(api.listFormulaires, { params: periodeDe(rang) }))
      return lue.elements.some(({ structure, etat }) => {
        return structure.code === CAU && etat === 'NON_COMMENCE'
      })
    }
    for (const [qui, rang, voit] of [
      [asDirectionRegionale, MARS - 1, true],
      [asDirectionRegionale, MARS, false],
      [asNouvelle, MARS - 1, true],
      [asNouvelle, MARS, true],
    ] as const)
      expect([MOIS[rang % 12], await manque(qui, rang)]).toEqual([MOIS[rang % 12], voit])
  })
})

describe('la fiche et les messages', () => {
  it('suivent la direction d’aujourd’hui, quel que soit le passé', async () => {
    const lit = async (qui: Personne) =>
      (await qui.appeler(structureApi.lireStructure, { params: { code: CAU } })).statut
    const ecrit = async (qui: Personne) => {
      const { id } = asStructure
      const body = { destinataires: [id], objet: 'Bonjour', corps: 'Un mot.' }
      return (await qui.appeler(messagerieApi.envoyerMessage, { body })).statut
    }
    const chacun = async () => [
      [await lit(asDirectionRegionale), await ecrit(asDirectionRegionale)],
      [await lit(asNouvelle), await ecrit(asNouvelle)],
    ]
    const [oui, non] = [
      [200, 200],
      [404, 422],
    ]
    expect(await chacun()).toEqual([oui, non])
    await demenager(MARS)
    expect(await chacun()).toEqual([non, oui])
    await demenager(MARS + 1)
    expect(await chacun()).toEqual([oui, non])
  })
})

describe('à la première minute d’un mois', () => {
  const AVANT = new Date('2025-03-31T23:59:30Z')
  const APRES = new Date('2025-04-01T00:00:30Z')

  it('le périmètre change de lui-même, dans tous les processus', async () => {
    await demenager(MARS + 1)
    const contient = async (qui: Personne, maintenant: Date) =>
      Promise.all(
        [db, autre.db].map(async (une) =>
          (await findAgent(une, qui.jeton, maintenant))?.perimetre.includes(idDe(CAU)),
        ),
      )
    for (const maintenant of [AVANT, APRES, AVANT]) {
      const venu = maintenant === APRES
      expect(await contient(asNouvelle, maintenant)).toEqual([venu, venu])
      expect(await contient(asDirectionRegionale, maintenant)).toEqual([!venu, !venu])
    }
  })

  it('qui suivait ce qui se passe n’entend plus rien de ce qui n’est plus à lui', async () => {
    await demenager(MARS + 1)
    const mars = await duMois(MARS)
    horloge.maintenant = AVANT
    const suivi = await suivre(url, asDirectionRegionale.jeton)
    await suivi.attendre(estPret)
    await publierEvenement(db, { genre: 'FORMULAIRE', formulaireId: mars.id })
    await suivi.attendre(surFormulaire(mars.numero, mars.version))
    horloge.maintenant = APRES
    const avril = await duMois(MARS + 1)
    await publierEvenement(db, { genre: 'FORMULAIRE', formulaireId: avril.id })
    await suivi.finie
    expect(suivi.recus.some((dit) => 'numero' in dit && dit.numero === avril.numero)).toBe(false)
  })
})
