import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import {
  DEFAUTS_CALENDRIER,
  type ReglagesCalendrier,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import { messagerieApi } from '@releve/contract/messagerie/messagerie.api.ts'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { viderTables } from '../../test/base.ts'
import { agir, commencer, renvoyer, reussi } from '../../test/formulaires.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import {
  CAU,
  CPOLY,
  courriels,
  ecrits,
  MARS,
  ouvrirBancRelances,
  passer,
  prevenus,
  regler,
  relancer,
  traces,
} from './relance.banc.ts'

const banc = await ouvrirBancRelances()
const { asDpps, asAdmin, asStructure, horloge, structures } = banc
const { db } = banc.base

const A_TOUS = ['cau-r01-01', 'cau-r01-01-b', 'cpoly-r02-01']
const le = (instant: string) => {
  horloge.maintenant = new Date(instant)
}
const reglerCalendrier = (voulus: Partial<ReglagesCalendrier>) =>
  reussi(
    asDpps.appeler(calendrierApi.modifierCalendrier, {
      body: { ...DEFAUTS_CALENDRIER, ...voulus },
    }),
  )
/** Who answers for CAU answers for CPOLY too. */
const reunir = () =>
  db
    .insertInto('utilisateurStructure')
    .values({ utilisateurId: asStructure.id, structureId: structures.get(CPOLY) ?? 0 })
    .execute()

describe('les relances du calendrier', () => {
  it('partent à chaque personne, une seule fois, pour tout ce qui manque', async () => {
    expect(await passer(banc)).toBe(4)
    expect(await prevenus(banc)).toEqual(A_TOUS)
    const [premier] = await ecrits(banc)
    expect(premier?.objet).toBe('Relance\u00a0: 2 rapports attendus')
    expect(premier?.corps).toMatch(/–\sRMA mars 2025\s: attendu le 7 avril 2025, 1 jour de retard/)
    expect(premier?.corps).toMatch(/–\sEPM mars 2025/)
    expect(await courriels(banc)).toEqual(
      A_TOUS.map((qui) => ({
        a: `${qui}@exemple.org`,
        objet: 'Relance\u00a0: 2 rapports attendus',
      })),
    )
    expect(await passer(banc)).toBe(0)
    expect(await prevenus(banc)).toEqual(A_TOUS)
  })

  it('arrivent dans la messagerie, de la plateforme, avec le rapport commencé', async () => {
    await changerDepuisToujours(db, { modeles: ['RMA'] }, [CAU])
    const { numero } = await commencer(asStructure, MARS)
    await passer(banc)
    const { elements } = await reussi(asStructure.appeler(messagerieApi.listRecus))
    expect(elements).toHaveLength(1)
    expect(elements[0]).toMatchObject({
      automatique: true,
      expediteur: { id: null, nomAffichable: 'Relevé' },
      formulaire: { numero, cellule: null },
      luLe: null,
    })
    expect(elements[0]?.objet).toMatch(/^Relance\s: RMA mars 2025, .+ \(CAU-R01-01\)$/)
    const params = { id: elements[0]?.id ?? 0 }
    const ouvert = await reussi(asStructure.appeler(messagerieApi.lireMessage, { params }))
    expect(ouvert.reponse).toEqual([])
  })

  it('laissent en paix qui a soumis, même renvoyé depuis', async () => {
    await changerDepuisToujours(db, { modeles: ['RMA'] })
    le('2025-04-03T10:00:00Z')
    const soumis = await reussi(agir(asStructure, 'soumettre', await commencer(asStructure, MARS)))
    await viderTables(db, 'message')
    le('2025-04-08T10:00:00Z')
    expect(await passer(banc)).toBe(1)
    expect(await prevenus(banc)).toEqual(['cpoly-r02-01'])
    await renvoyer(asAdmin, soumis)
    le('2025-04-14T10:00:00Z')
    expect(await passer(banc)).toBe(1)
  })

  it('suivent leurs jours : avant l’échéance, le jour même, après, et pas entre eux', async () => {
    await changerDepuisToujours(db, { modeles: ['RMA'] })
    for (let jour = 1; jour <= 30; jour += 1) {
      le(`2025-04-${String(jour).padStart(2, '0')}T10:00:00Z`)
      await passer(banc)
    }
    // Due on Monday 7. Three days before, the 4th; ten after, the 17th; twenty after, Sunday 27.
    const cau = (await traces(banc)).filter(([quoi]) => quoi === `${CAU} RMA 3`)
    expect(cau.map(([, ...quand]) => quand)).toEqual([
      ['2025-04-04', -3],
      ['2025-04-07', 0],
      ['2025-04-08', 1],
      ['2025-04-14', 5],
      ['2025-04-17', 10],
      ['2025-04-28', 20],
    ])
    expect((await ecrits(banc))[0]?.objet).toMatch(/^Rappel\s: RMA mars 2025/)
  })

  it('ne partent pas un jour férié, mais le jour ouvré suivant', async () => {
    await reglerCalendrier({ joursFeries: ['04-08'] })
    await passer(banc)
    expect(await prevenus(banc)).toEqual([])
    le('2025-04-09T10:00:00Z')
    await passer(banc)
    expect(new Set((await traces(banc)).map(([, ...quand]) => quand.join()))).toEqual(
      new Set(['2025-04-09,1']),
    )
  })

  it('rattrapent un arrêt de quelques jours par la dernière étape, et oublient les autres', async () => {
    le('2025-04-11T10:00:00Z')
    await passer(banc)
    expect(new Set((await traces(banc)).map(([, ...quand]) => quand.join()))).toEqual(
      new Set(['2025-04-11,1']),
    )
    le('2025-04-13T10:00:00Z')
    expect(await passer(banc)).toBe(0)
  })

  it('attendent sept heures, au fuseau de la plateforme', async () => {
    await reglerCalendrier({ fuseau: 'Africa/Nairobi' })
    le('2025-04-08T03:59:59Z')
    expect(await passer(banc)).toBe(0)
    le('2025-04-08T04:00:00Z')
    expect(await passer(banc)).toBe(4)
  })

  it.each([
    ['Pacific/Kiritimati', '2025-04-07T17:00:00Z', '2025-04-08'],
    ['Pacific/Pago_Pago', '2025-04-08T18:00:00Z', '2025-04-08'],
    ['Pacific/Pago_Pago', '2025-04-08T10:59:59Z', '2025-04-07'],
  ])('comptent le jour de %s à %s', async (fuseau, instant, jour) => {
    await reglerCalendrier({ fuseau })
    le(instant)
    await passer(banc)
    const jours = new Set((await traces(banc)).map(([, sien]) => sien))
    expect([...jours]).toEqual([jour])
  })

  it('ne font qu’un message à qui répond de plusieurs structures', async () => {
    await reunir()
    await passer(banc)
    expect((await prevenus(banc)).toSorted()).toEqual(A_TOUS)
    const sien = (await ecrits(banc)).find(({ qui }) => qui === 'cau-r01-01')
    expect(sien?.objet).toBe('Relance\u00a0: 4 rapports attendus')
    expect(sien?.corps).toMatch(/\(CAU-R01-01\)[^]+\(CPOLY-R02-01\)/)
    const autre = (await ecrits(banc)).find(({ qui }) => qui === 'cau-r01-01-b')
    expect(autre?.corps).not.toContain('CPOLY')
  })

  it('rappellent ce qui manque aussi, sans le compter deux fois', async () => {
    await sql`update structure set date_ouverture = '2025-02-01' where code = ${CAU}`.execute(db)
    await passer(banc)
    expect(await traces(banc)).toHaveLength(4)
    expect((await ecrits(banc))[0]?.corps).toMatch(/Restent aussi attendus[^]+RMA février 2025/)
  })

  it('se taisent pour une structure suspendue, fermée ou invitée', async () => {
    for (const etat of ['SUSPENDUE', 'FERMEE', 'INVITEE'] as const) {
      await db.updateTable('structure').set({ etat }).where('code', 'in', [CAU, CPOLY]).execute()
      expect([etat, await passer(banc)]).toEqual([etat, 0])
    }
  })

  it('se taisent pour une structure sans compte actif, et une fois éteintes', async () => {
    await sql`update utilisateur set statut = 'BLOQUE' where identifiant like 'cau%'`.execute(db)
    expect(await passer(banc)).toBe(2)
    expect(await prevenus(banc)).toEqual(['cpoly-r02-01'])
    await sql`update utilisateur set statut = 'ACTIF'`.execute(db)
    await regler(asDpps, { relanceAutomatique: false })
    expect(await passer(banc)).toBe(0)
  })

  it('n’écrivent pas de courriel quand c’est réglé ainsi, ni à qui n’a pas d’adresse', async () => {
    await sql`update utilisateur set email = null where identifiant = 'cau-r01-01'`.execute(db)
    await passer(banc)
    expect((await courriels(banc)).map(({ a }) => a)).toEqual([
      'cau-r01-01-b@exemple.org',
      'cpoly-r02-01@exemple.org',
    ])
    await regler(asDpps, { relanceCourriel: false })
    await sql`delete from tache`.execute(db)
    le('2025-04-14T10:00:00Z')
    expect(await passer(banc)).toBe(4)
    expect(await courriels(banc)).toEqual([])
  })

  it('ne doublent pas celle que quelqu’un vient d’envoyer', async () => {
    await reussi(relancer(asAdmin, [{ structure: CAU, modele: 'RMA', ...MARS }]))
    expect(await passer(banc)).toBe(3)
    le('2025-04-09T10:00:00Z')
    expect(await passer(banc)).toBe(0)
  })

  it('d’un mois rouvert comptent depuis la fin de sa réouverture', async () => {
    le('2025-06-10T10:00:00Z')
    await sql`insert into reouverture (structure_id, rang, jusqua, motif)
      select id, 2025 * 12 + 2, '2025-06-13', 'Registre perdu.' from structure
      where code = ${CAU}`.execute(db)
    await sql`update structure set date_fermeture = '2025-03-31' where code in (${CAU}, ${CPOLY})`.execute(
      db,
    )
    await passer(banc)
    expect(await traces(banc)).toEqual([
      [`${CAU} EPM 3`, '2025-06-10', -3],
      [`${CAU} RMA 3`, '2025-06-10', -3],
    ])
    expect((await ecrits(banc))[0]?.corps).toContain('attendu le 13 juin 2025')
  })

  it('sont copiées à la direction régionale, un message par jour, dès dix jours', async () => {
    le('2025-04-14T10:00:00Z')
    await passer(banc)
    expect(await prevenus(banc)).not.toContain('dr-r01')
    le('2025-04-17T10:00:00Z')
    await passer(banc)
    await passer(banc)
    const copies = (await ecrits(banc)).filter(({ qui }) => qui === 'dr-r01')
    expect(copies.map(({ objet }) => objet)).toEqual(['Copie des relances\u00a0: 1 structure'])
    expect(copies[0]?.corps).toContain('(CAU-R01-01)')
    expect(copies[0]?.corps).not.toContain('CPOLY')
  })

  it('donnent la liste à la direction centrale, dès vingt jours, si elle le veut', async () => {
    le('2025-04-28T10:00:00Z')
    await passer(banc)
    const listes = (await ecrits(banc)).filter(({ objet }) => objet.startsWith('Rapports très'))
    expect(listes.map(({ qui, objet }) => [qui, objet])).toEqual([
      ['dpps', 'Rapports très en retard\u00a0: 2 structures'],
      ['dpps-adjoint', 'Rapports très en retard\u00a0: 2 structures'],
    ])
    await regler(asDpps, { relanceJours: [22], relanceDirection: 0, relanceCopie: 0 })
    await viderTables(db, 'message')
    le('2025-04-29T10:00:00Z')
    await passer(banc)
    expect(await prevenus(banc)).toEqual(A_TOUS)
  })

  it('laissent une ligne au journal, quand il en part', async () => {
    await passer(banc)
    await passer(banc)
    const lignes = await db
      .selectFrom('journal')
      .select(['action', 'detail', 'utilisateurId'])
      .execute()
    expect(lignes).toEqual([
      {
        action: 'RELANCES_ENVOYEES',
        detail: { formulaires: 4, nombre: 2 },
        utilisateurId: null,
      },
    ])
  })

  it('ne partent qu’une fois de deux passages en même temps', async () => {
    await reunir()
    const [un, deux] = await Promise.all([passer(banc), passer(banc), passer(banc)])
    expect((un ?? 0) + (deux ?? 0)).toBeLessThanOrEqual(4)
    expect((await prevenus(banc)).toSorted()).toEqual(A_TOUS)
    expect(await courriels(banc)).toHaveLength(3)
  })

  it.runIf(inject('maison') === 'serveur')(
    'ne laissent pas deux passages se partager une copie : elle est d’un seul message',
    async () => {
      le('2025-04-28T10:00:00Z')
      await passer(banc)
      // As where a process died before it wrote the copies.
      await viderTables(db, 'message')
      await sql`update relance set liste_due = true`.execute(db)
      const enAttente = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
        return rows.length > 0
      }
      let fini = false
      const passage = await db.transaction().execute(async (autre) => {
        await sql`select id from relance where structure_id = ${structures.get(CAU)}
          for update`.execute(autre)
        const parti = passer(banc).finally(() => {
          fini = true
        })
        await expect.poll(async () => fini || (await enAttente())).toBe(true)
        return { parti }
      })
      await passage.parti
      const listes = (await ecrits(banc)).map(({ qui, objet }) => [qui, objet])
      expect(listes).toEqual([
        ['dpps', 'Rapports très en retard\u00a0: 2 structures'],
        ['dpps-adjoint', 'Rapports très en retard\u00a0: 2 structures'],
      ])
    },
  )
})
