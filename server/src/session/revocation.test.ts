import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ouvrirAutreBase } from '../../test/autre.ts'
import { ouvrirBanc } from '../../test/banc.ts'
import { findCodesHors } from '../codification/codification.sql.ts'
import { findReglages } from '../parametre/calendrier.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { findStamp } from '../platform/stamp.ts'
import { findAgent, insertSession } from './session.sql.ts'

const banc = await ouvrirBanc()
const { structures, horloge } = banc
const ici = banc.base.db
const autre = await ouvrirAutreBase(banc.base)
afterAll(() => autre.close())

type Qui = 'asStructure' | 'asDirectionRegionale' | 'asDpps'

/** What both processes know of somebody, by a session of this test's own: read twice, from memory then. */
async function suivre(qui: Qui) {
  const { token } = await insertSession(ici, banc[qui].id, horloge.maintenant)
  const lire = async () => {
    const vus = []
    for (const db of [ici, autre.db, ici, autre.db]) {
      vus.push(await findAgent(db, token, horloge.maintenant).catch(({ code }) => code))
    }
    for (const vu of vus) expect(vu).toEqual(vus[0])
    return vus[0]
  }
  return { token, lire }
}

const ids = (...codes: string[]) => codes.map((code) => structures.get(code))
const CAU = `(select id from structure where code = 'CAU-R01-01')`
const CPOLY = `(select id from structure where code = 'CPOLY-R02-01')`
const CENTRE = `(select id from utilisateur where identifiant = 'cau-r01-01')`
const DPPS = `(select id from utilisateur where identifiant = 'dpps')`
const REGIONALE = `(select id from structure where code = 'DR-R01')`
const facteur = `insert into second_facteur (utilisateur_id, secret, cree_le, active_le)
  values (${DPPS}, '', now(), `
const exiger = (oui: boolean) => `insert into parametre (cle, valeur)
  values ('secondFacteurCentral', '${oui}') on conflict (cle) do update set valeur = excluded.valeur`

type Cause = [titre: string, qui: Qui, ordre: string, attendu: () => unknown]

const contient = (agent: object) => expect.objectContaining(agent)

/** One after another: each starts from what the one before has left. */
const CAUSES: Cause[] = [
  [
    'une autre structure donnée',
    'asStructure',
    `insert into utilisateur_structure values (${CENTRE}, ${CPOLY})`,
    () => contient({ structures: expect.arrayContaining(ids('CPOLY-R02-01', 'CAU-R01-01')) }),
  ],
  [
    'une autre structure retirée',
    'asStructure',
    `delete from utilisateur_structure where utilisateur_id = ${CENTRE}`,
    () => contient({ structures: ids('CAU-R01-01'), perimetre: ids('CAU-R01-01') }),
  ],
  [
    'la structure changée',
    'asStructure',
    `update utilisateur set structure_id = ${CPOLY} where id = ${CENTRE}`,
    () => contient({ structures: ids('CPOLY-R02-01'), perimetre: ids('CPOLY-R02-01') }),
  ],
  [
    'un enfant qui quitte la direction régionale',
    'asDirectionRegionale',
    `update structure_periode set parent_id = null where structure_id = ${CAU}`,
    () => contient({ perimetre: expect.not.arrayContaining(ids('CAU-R01-01')) }),
  ],
  [
    'un enfant qui la rejoint',
    'asDirectionRegionale',
    `update structure_periode set parent_id = ${REGIONALE} where structure_id = ${CAU}`,
    () => contient({ perimetre: expect.arrayContaining(ids('CAU-R01-01', 'DR-R01')) }),
  ],
  [
    'un enfant qui s’ouvre',
    'asDirectionRegionale',
    `with neuve as (
       insert into structure (code, libelle, date_ouverture)
       values ('NEUVE', 'Neuve', '2020-01-01') returning id)
     insert into structure_periode (structure_id, du, type_structure, region, parent_id)
     select id, 0, 'CAU', 'R01', ${REGIONALE} from neuve`,
    () => contient({ perimetre: expect.arrayContaining(ids('CAU-R01-01')) }),
  ],
  [
    'un enfant qui s’efface',
    'asDirectionRegionale',
    `delete from structure where code = 'NEUVE'`,
    () => contient({ perimetre: expect.arrayContaining(ids('CAU-R01-01')) }),
  ],
  [
    'le second facteur demandé',
    'asDpps',
    exiger(true),
    () => contient({ secondFacteurAActiver: true }),
  ],
  [
    'le second facteur activé',
    'asDpps',
    `${facteur} now())`,
    () => contient({ secondFacteurAActiver: false }),
  ],
  [
    'le second facteur retiré',
    'asDpps',
    `delete from second_facteur`,
    () => contient({ secondFacteurAActiver: true }),
  ],
  [
    'le second facteur préparé, puis activé',
    'asDpps',
    `${facteur} null); update second_facteur set active_le = now()`,
    () => contient({ secondFacteurAActiver: false }),
  ],
  [
    'le rôle changé',
    'asDpps',
    `delete from second_facteur; update utilisateur set roles = '{ROLE_STRUCTURE}' where id = ${DPPS}`,
    () => contient({ roles: ['ROLE_STRUCTURE'], secondFacteurAActiver: false }),
  ],
  [
    'le mot de passe à changer',
    'asStructure',
    `update utilisateur set force_change_password = true where id = ${CENTRE}`,
    () => contient({ forceChangePassword: true }),
  ],
  [
    'le compte bloqué',
    'asStructure',
    `update utilisateur set statut = 'BLOQUE' where id = ${CENTRE}`,
    () => 'COMPTE_BLOQUE',
  ],
  [
    'la session fermée',
    'asDirectionRegionale',
    `update session set fermee_le = now() where fermee_le is null`,
    () => null,
  ],
]

describe('d’un processus à l’autre', () => {
  it.each(CAUSES)('%s vaut dès l’appel suivant', async (_titre, qui, ordre, attendu) => {
    const { lire } = await suivre(qui)
    const avant = await lire()
    await sql.raw(ordre).execute(ici)
    const apres = await lire()
    expect(apres).not.toEqual(avant)
    expect(apres).toEqual(attendu())
  })

  it('ce qui n’est pas encore validé ne vaut pas, et ne laisse rien une fois défait', async () => {
    const { token, lire } = await suivre('asDpps')
    const avant = await lire()
    const changer = inTransaction(ici, async (tx) => {
      await sql`update utilisateur set structure_id = (select min(id) from structure)
        where id = ${banc.asDpps.id}`.execute(tx)
      const dedans = await findAgent(tx, token, horloge.maintenant)
      expect(dedans?.structures).toHaveLength(1)
      throw new Error('défait')
    })
    await expect(changer).rejects.toThrow('défait')
    expect(await lire()).toEqual(avant)
  })

  it('un réglage et un code changés aussi', async () => {
    const lire = async () => {
      const lus = []
      for (const db of [ici, autre.db, ici, autre.db]) {
        const stamp = await findStamp(db, 'CODIFICATION')
        const hors = await findCodesHors(db, stamp, ['REGION'], '2025-03')
        lus.push([(await findReglages(db)).jourEcheance, hors['REGION']?.length ?? 0])
      }
      return lus
    }
    expect(await lire()).toEqual(Array.from({ length: 4 }, () => [5, 0]))
    await sql`update parametre set valeur = '9' where cle = 'jourEcheance'`.execute(ici)
    await sql`update codification_valeur set valable_du = '2025-04'
      where codification = 'REGION' and code = 'R01'`.execute(ici)
    expect(await lire()).toEqual(Array.from({ length: 4 }, () => [9, 1]))
    await sql`update codification_valeur set valable_du = '2025-03'
      where codification = 'REGION' and code = 'R01'`.execute(ici)
    expect(await lire()).toEqual(Array.from({ length: 4 }, () => [9, 0]))
  })
})
