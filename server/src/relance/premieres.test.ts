import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { relanceApi as api } from '@releve/contract/relance/relance.api.ts'
import { RELANCES_PAR_DEFAUT } from '@releve/contract/relance/relance.rules.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { agir, commencer, reussi } from '../../test/formulaires.ts'
import { refuse } from '../formulaire/formulaire.banc.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { CAU, CPOLY, ecrits, ouvrirBancRelances, passer, prevenus, regler } from './relance.banc.ts'

// The calendar's reminders leave once somebody has looked at whom the first would reach.

const banc = await ouvrirBancRelances()
const { asDpps, asStructure, horloge } = banc
const { db } = banc.base

const lire = () => reussi(asDpps.appeler(api.lirePremieresRelances))
const ouvrir = (empreinte: string) => asDpps.appeler(api.ouvrirRelances, { body: { empreinte } })
const debuter = (debutCollecte: string | null) =>
  reussi(asDpps.appeler(debutApi.modifierDebut, { body: { debutCollecte } }))

beforeEach(() => updateReglage(db, 'relancesOuvertes', false, horloge.maintenant))

describe('les premières relances', () => {
  it('ne partent pas d’elles-mêmes, quels que soient les réglages', async () => {
    await regler(asDpps, { relanceAutomatique: true })
    expect(await passer(banc)).toBe(0)
    expect(await prevenus(banc)).toEqual([])
  })

  it('se lisent d’abord : qui, combien de rapports, depuis quel mois, et quel jour', async () => {
    const liste = await lire()
    expect(liste).toMatchObject({
      ouvertes: false,
      automatiques: true,
      debute: true,
      le: '2025-04-08',
      formulaires: 4,
      personnes: 3,
      courriel: true,
    })
    expect(
      liste.structures.map(({ structure, ...une }) => ({ code: structure.code, ...une })),
    ).toEqual(
      [
        { code: CAU, personnes: ['cau-r01-01', 'cau-r01-01-b'] },
        { code: CPOLY, personnes: ['cpoly-r02-01'] },
      ].map((une) => ({
        ...une,
        formulaires: 2,
        mois: 'MARCH',
        annee: 2025,
        moisCouverts: 1,
        joursRetard: 1,
      })),
    )
  })

  it('atteignent ceux que leur liste nommait, et personne d’autre', async () => {
    await reussi(agir(asStructure, 'soumettre', await commencer(asStructure)))
    await db
      .updateTable('utilisateur')
      .set({ statut: 'BLOQUE' })
      .where('identifiant', '=', 'cpoly-r02-01')
      .execute()
    const liste = await lire()
    expect(
      liste.structures.map(({ structure, formulaires, personnes }) => [
        structure.code,
        formulaires,
        personnes.length,
      ]),
    ).toEqual([
      [CAU, 1, 2],
      [CPOLY, 2, 0],
    ])
    expect((await reussi(ouvrir(liste.empreinte))).ouvertes).toBe(true)
    expect(await passer(banc)).toBe(1)
    const nommes = liste.structures.flatMap(({ personnes }) => personnes)
    // What was submitted is told to the directorate: that is no reminder.
    const relances = (await ecrits(banc)).filter(({ objet }) => objet.startsWith('Relance'))
    expect(relances.map(({ qui }) => qui)).toEqual(nommes.toSorted())
  })

  it('d’un jour à venir se lisent avant lui', async () => {
    horloge.maintenant = new Date('2025-04-09T10:00:00Z')
    await debuter('2025-04')
    // April is due on 5 May, a Monday: three days before is a Friday.
    expect(await lire()).toMatchObject({ le: '2025-05-02', formulaires: 4 })
    await debuter('2025-06')
    // June is due on Saturday 5 July, so on Monday 7; three days before is Friday 4.
    expect(await lire()).toMatchObject({ le: '2025-07-04', formulaires: 4 })
  })

  it('s’ouvrent une fois, avec une ligne au journal', async () => {
    const { empreinte } = await lire()
    await reussi(ouvrir(empreinte))
    await reussi(ouvrir('autre'))
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, { query: { action: 'RELANCES_OUVERTES' } }),
    )
    expect(elements.map(({ details }) => details)).toEqual([
      [
        {
          libelle: 'Relances du calendrier ouvertes',
          avant: 'non',
          valeur: 'oui',
          change: true,
        },
        { libelle: 'Nombre', avant: null, valeur: '2', change: false },
        { libelle: 'Rapports', avant: null, valeur: '4', change: false },
      ],
    ])
  })

  it('ne s’ouvrent pas par les réglages, ni par une empreinte devinée', async () => {
    const reglages = { ...RELANCES_PAR_DEFAUT, relancesOuvertes: true, ouvertes: true }
    const { statut, corps } = await asDpps.brut('POST', '/api/parametres/relances', reglages)
    expect([statut, corps]).toMatchObject([200, { ouvertes: false }])
    await refuse(banc, 'RELANCES_LISTE_CHANGEE', () => ouvrir('a'.repeat(43)))
    expect((await lire()).ouvertes).toBe(false)
    expect(await passer(banc)).toBe(0)
  })

  it('d’un début à dix ans ne nomment que ces mois-là, d’un début passé que les mois ouverts', async () => {
    await debuter('2035-03')
    expect(await lire()).toMatchObject({ debute: true, le: '2035-04-02' })
    await sql`update structure set date_ouverture = '2010-01-01' where code = ${CAU}`.execute(db)
    await debuter('2015-03')
    const { formulaires, structures } = await lire()
    expect([formulaires, structures.map(({ mois, annee }) => [mois, annee])]).toEqual([
      4,
      [
        ['MARCH', 2025],
        ['MARCH', 2025],
      ],
    ])
  })

  it('ne s’ouvrent pas sur une liste qui a changé, ni sans début', async () => {
    const { empreinte } = await lire()
    await reussi(agir(asStructure, 'soumettre', await commencer(asStructure)))
    await refuse(banc, 'RELANCES_LISTE_CHANGEE', () => ouvrir(empreinte))
    await updateReglage(db, 'debutCollecte', null, horloge.maintenant)
    const sans = await lire()
    expect(sans).toMatchObject({ debute: false, le: null, structures: [], formulaires: 0 })
    await refuse(banc, 'COLLECTE_SANS_DEBUT', () => ouvrir(sans.empreinte))
  })
})
