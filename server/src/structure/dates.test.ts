import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import type { Periode } from '@releve/contract/mois.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { describe, expect, it } from 'vitest'
import { viderTables } from '../../test/base.ts'
import { commencer, reussi } from '../../test/formulaires.ts'
import {
  CAU,
  changer,
  commencerMois,
  ficheLue,
  lire,
  lireJournal,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

// What is true from a month on, and the days on which a state changes.

const banc = await ouvrirBancStructures()
const { asDpps, asStructure, horloge } = banc

const en = (annee: number, mois: Periode['mois']): Periode => ({ annee, mois })

type Dates = { aPartirDe?: Periode; jourEtat?: string }
async function modifier(champs: Partial<FicheStructure> & Dates, code = CAU) {
  const { version } = await lire(banc, code)
  const body = { ...(await ficheLue(banc, code)), version, ...champs }
  return asDpps.appeler(api.modifierStructure, { body })
}

const lue = async (code = CAU) => reussi(asDpps.appeler(api.lireStructure, { params: { code } }))
const periodes = async (champ: string, code = CAU) =>
  (await lue(code)).periodes.filter((une) => une.champ === champ)

describe('modifier à partir d’un mois', () => {
  it('vaut de ce mois au changement suivant déjà dit, et le journal dit de quel mois', async () => {
    await reussi(modifier({ capacite: 90, aPartirDe: en(2026, 'JANUARY') }))
    expect((await lire(banc, CAU)).capacite).toBe(60)
    await reussi(modifier({ capacite: 75, aPartirDe: en(2024, 'JUNE') }))
    expect(await periodes('capacite')).toEqual([
      { champ: 'capacite', valeur: 60, de: null, a: en(2024, 'MAY') },
      { champ: 'capacite', valeur: 75, de: en(2024, 'JUNE'), a: en(2025, 'DECEMBER') },
      { champ: 'capacite', valeur: 90, de: en(2026, 'JANUARY'), a: null },
    ])
    expect((await lireJournal(banc)).map(({ action, detail }) => [action, detail])).toEqual([
      [
        'STRUCTURE_MODIFIEE',
        { aPartirDe: '2026-01', changements: { capacite: { avant: 60, apres: 90 } } },
      ],
      [
        'STRUCTURE_MODIFIEE',
        { aPartirDe: '2024-06', changements: { capacite: { avant: 60, apres: 75 } } },
      ],
    ])
  })

  it('à venir, prend effet avec son mois, sans qu’on écrive rien', async () => {
    await reussi(modifier({ capacite: 90, aPartirDe: en(2025, 'APRIL') }))
    horloge.maintenant = new Date('2025-03-31T23:59:00Z')
    expect((await lire(banc, CAU)).capacite).toBe(60)
    horloge.maintenant = new Date('2025-04-01T00:01:00Z')
    expect((await lire(banc, CAU)).capacite).toBe(90)
  })

  it('se dit de 2000 à dix ans d’avance', async () => {
    await refuse(banc, 'MOIS_TROP_LOIN', () =>
      modifier({ capacite: 90, aPartirDe: en(2035, 'APRIL') }),
    )
    for (const annee of [1999, 2101]) {
      const { details } = await refuse(banc, 'REQUETE_INVALIDE', () =>
        modifier({ capacite: 90, aPartirDe: en(annee, 'MAY') }),
      )
      expect(details).toMatchObject([{ chemin: 'body.aPartirDe.annee' }])
    }
    await reussi(modifier({ capacite: 90, aPartirDe: en(2035, 'MARCH') }))
  })

  it('juge chacun des mois qui changent : une direction qui n’en sera plus une', async () => {
    for (const code of ['CPOLY-R02-01', 'MAC-R02-01', 'ORPH-R02-01'])
      await reussi(modifier({ parent: null, aPartirDe: en(2026, 'JANUARY') }, code))
    const devient = { typeStructure: 'CAU', modeles: [], aPartirDe: en(2026, 'JANUARY') }
    await reussi(modifier(devient, 'DR-R02'))
    const refus = await refuse(banc, 'PARENT_NON_REGIONAL', () => modifier({ parent: 'DR-R02' }))
    expect(refus.libelle).toContain('en janvier 2026')
    await refuse(banc, 'PARENT_NON_REGIONAL', () =>
      asDpps.appeler(api.creerStructure, { body: NOUVELLE }),
    )
    // Said elsewhere for then, it may be hers until then.
    await reussi(modifier({ parent: null, aPartirDe: en(2026, 'JANUARY') }))
    await reussi(modifier({ parent: 'DR-R02' }))
  })

  it('refuse qu’une direction cesse de l’être dans un mois où elle a encore des rattachées', async () => {
    const refus = await refuse(banc, 'STRUCTURES_RATTACHEES', () =>
      modifier({ typeStructure: 'CAU', aPartirDe: en(2027, 'MAY') }, 'DR-R02'),
    )
    expect(refus.libelle).toContain('en mai 2027')
  })

  it('juge les mois qu’une ouverture plus tôt ajoute : leur direction d’alors', async () => {
    // Until 2008 it was none, of which its own children, all open later, say nothing.
    const devient = { typeStructure: 'DR', aPartirDe: en(2008, 'JANUARY') }
    const fiche = { ...NOUVELLE, code: 'CAU-R02-08', parent: null, modeles: [] }
    await reussi(
      asDpps.appeler(api.creerStructure, {
        body: { ...fiche, effectifsOuverture: {}, dateOuverture: '2001-01-01' },
      }),
    )
    await reussi(modifier(devient, fiche.code))
    await reussi(
      asDpps.appeler(api.creerStructure, {
        body: { ...NOUVELLE, parent: fiche.code, dateOuverture: '2008-01-15' },
      }),
    )
    const avancer = (dateOuverture: string) => modifier({ dateOuverture }, NOUVELLE.code)
    const refus = await refuse(banc, 'PARENT_NON_REGIONAL', () => avancer('2007-11-20'))
    expect(refus.libelle).toContain('en novembre 2007')
    await reussi(avancer('2008-01-01'))
    // Said of those months first, it may have stood by then.
    await reussi(modifier({ typeStructure: 'DR', aPartirDe: en(2007, 'NOVEMBER') }, fiche.code))
    await reussi(avancer('2007-11-20'))
    await refuse(banc, 'PARENT_NON_REGIONAL', () => avancer('2007-10-31'))
  })

  it('dit de quel mois un code n’est pas dans la liste', async () => {
    const params = { code: 'REGION' }
    const { version } = await reussi(asDpps.appeler(codificationApi.lireCodification, { params }))
    const neuve = {
      code: 'R77',
      libelle: 'Région neuve',
      ordre: 77,
      valableDu: '2026-01',
      nouveau: true,
    }
    const body = { code: 'REGION', libelle: 'Région', version, valeurs: [neuve] }
    await reussi(asDpps.appeler(codificationApi.enregistrerCodification, { body }))
    const entrer = (aPartirDe?: Periode) =>
      refuse(banc, 'CODE_INCONNU', () =>
        modifier({ region: 'R77', ...(aPartirDe && { aPartirDe }) }),
      )
    expect((await entrer()).libelle).toContain('«\u00a0R77\u00a0» n’est pas dans la liste.')
    expect((await entrer(en(2025, 'SEPTEMBER'))).libelle).toContain(
      '«\u00a0R77\u00a0» n’est pas dans la liste en septembre 2025.',
    )
    await reussi(modifier({ region: 'R77', aPartirDe: en(2026, 'JANUARY') }))
  })

  it('refuse une direction qui aura fermé quand on y entre', async () => {
    await reussi(changer(banc, 'DR-R02', { dateFermeture: '2025-06-30' }))
    const refus = await refuse(banc, 'PARENT_FERME', () =>
      modifier({ parent: 'DR-R02', aPartirDe: en(2025, 'JULY') }),
    )
    expect(refus.libelle).toContain('en juillet 2025')
    await reussi(modifier({ parent: 'DR-R02', aPartirDe: en(2025, 'JUNE') }))
  })

  it('juge un modèle par le type de chaque mois', async () => {
    await reussi(
      modifier({ typeStructure: 'MAC', modeles: ['EPM'], aPartirDe: en(2025, 'SEPTEMBER') }),
    )
    const refus = await refuse(banc, 'MODELE_INADAPTE', () => modifier({ modeles: ['EPM', 'SMP'] }))
    expect(refus.libelle).toContain('«\u00a0CAU\u00a0».')
    const donne = { ...(await ficheLue(banc, CAU)), typeStructure: 'MAC', modeles: ['EPM', 'SMP'] }
    await reussi(modifier({ ...donne, aPartirDe: en(2025, 'SEPTEMBER') }))
  })

  it('refuse de retirer un modèle depuis un mois qui en a un rapport', async () => {
    const { numero } = await commencer(asStructure, { mois: 'FEBRUARY' })
    const sans = { modeles: ['EPM'], effectifsOuverture: {} }
    const refus = await refuse(banc, 'MODELE_AVEC_RAPPORTS', () =>
      modifier({ ...sans, aPartirDe: en(2025, 'FEBRUARY') }),
    )
    expect(refus.libelle).toContain(`le rapport ${numero}`)
    expect(refus.details).toMatchObject([{ chemin: 'body.modeles' }])
    await reussi(modifier({ ...sans, aPartirDe: en(2025, 'MARCH') }))
  })
})

describe('suspendre et reprendre un jour', () => {
  const suspendre = (jourEtat: string) => modifier({ etat: 'SUSPENDUE', jourEtat })
  const reprendre = (jourEtat: string) => modifier({ etat: 'ACTIVE', jourEtat })

  it('passé, excuse les mois entiers qu’ils couvrent', async () => {
    await reussi(suspendre('2025-01-01'))
    expect((await lue()).interruptions).toEqual([{ etat: 'SUSPENDUE', du: '2025-01-01', au: null }])
    await reussi(reprendre('2025-03-01'))
    expect((await lue()).interruptions).toEqual([
      { etat: 'SUSPENDUE', du: '2025-01-01', au: '2025-02-28' },
    ])
    expect(await commencerMois(banc, 'FEBRUARY')).toBe('FORMULAIRE_NON_ATTENDU')
    expect(await commencerMois(banc, 'MARCH')).toBe('200')
  })

  it('n’est ni à venir, ni avant l’ouverture, ni dans une interruption passée', async () => {
    const refus = await refuse(banc, 'JOUR_ETAT_INVALIDE', () => suspendre('2025-03-21'))
    expect(refus.libelle).toContain('du 01/03/2008 au 20/03/2025')
    expect(refus.details).toMatchObject([{ chemin: 'body.etat' }])
    await refuse(banc, 'JOUR_ETAT_INVALIDE', () => suspendre('2008-02-29'))
    await reussi(suspendre('2025-01-10'))
    await refuse(banc, 'JOUR_ETAT_INVALIDE', () => reprendre('2025-01-09'))
    await refuse(banc, 'JOUR_ETAT_INVALIDE', () => reprendre('2025-03-21'))
    await reussi(reprendre('2025-02-10'))
    for (const jour of ['2024-12-31', '2025-01-10', '2025-02-09'])
      await refuse(banc, 'JOUR_ETAT_INVALIDE', () => suspendre(jour))
    // The day after its end, it goes on.
    await reussi(suspendre('2025-02-10'))
    expect((await lue()).interruptions).toEqual([{ etat: 'SUSPENDUE', du: '2025-01-10', au: null }])
  })

  it('rouvre après une fermeture, le lendemain au plus tôt', async () => {
    await reussi(changer(banc, CAU, { etat: 'FERMEE', dateFermeture: '2025-01-31' }))
    const rouvrir = (jourEtat: string) =>
      modifier({ etat: 'ACTIVE', dateFermeture: null, jourEtat })
    await refuse(banc, 'JOUR_ETAT_INVALIDE', () => rouvrir('2025-01-31'))
    await reussi(rouvrir('2025-03-01'))
    expect((await lue()).interruptions).toEqual([
      { etat: 'FERMEE', du: '2025-02-01', au: '2025-02-28' },
    ])
  })

  it('n’excuse pas un mois qui a un rapport, et dit lequel', async () => {
    const { numero } = await commencer(asStructure, { mois: 'FEBRUARY' })
    const refus = await refuse(banc, 'SUSPENSION_AVANT_RAPPORT', () => suspendre('2025-02-01'))
    expect(refus.libelle).toContain(`le rapport ${numero}`)
    await reussi(suspendre('2025-02-02'))
  })

  it('sans changement d’état, ne date rien', async () => {
    await reussi(modifier({ telephone: '33 800 00 01', jourEtat: '2025-01-01' }))
    expect((await lue()).interruptions).toEqual([])
  })

  it.each(['hier', '2025-02-30', '20/03/2025', '1899-12-31'])('n’est pas « %s »', async (jour) => {
    const { details } = await refuse(banc, 'REQUETE_INVALIDE', () => suspendre(jour))
    expect(details).toMatchObject([{ chemin: 'body.jourEtat' }])
  })
})

describe('une fermeture et une ouverture', () => {
  it('nomment les rapports qu’elles laisseraient dehors', async () => {
    const numeros: string[] = []
    for (const mois of ['MARCH', 'FEBRUARY', 'JANUARY'] as const)
      for (const modele of ['EPM', 'RMA'] as const)
        numeros.push((await commencer(asStructure, { mois, modele })).numero)
    const ferme = await refuse(banc, 'FERMETURE_AVANT_RAPPORT', () =>
      changer(banc, CAU, { dateFermeture: '2025-01-31' }),
    )
    const [a, b, c] = numeros
    expect(ferme.libelle).toContain(`les rapports ${a}, ${b}, ${c} et 1\u00a0autre.`)
    const ouvre = await refuse(banc, 'OUVERTURE_APRES_RAPPORT', () =>
      changer(banc, CAU, { dateOuverture: '2025-02-01' }),
    )
    expect(ouvre.libelle).toContain(`les rapports ${numeros[4]} et ${numeros[5]}.`)
    expect(ouvre.libelle).toContain('Ouvrez-la en janvier 2025 ou plus tôt')
  })

  it('ne regardent pas un rapport annulé', async () => {
    await commencer(asStructure, { mois: 'MARCH' })
    await banc.base.db.updateTable('formulaire').set({ etat: 'ANNULE' }).execute()
    const fermee = changer(banc, CAU, { etat: 'FERMEE', dateFermeture: '2025-02-28' })
    expect(await reussi(fermee)).toMatchObject({ etat: 'FERMEE' })
  })

  it('ni un rapport repris d’ailleurs, pas plus qu’une suspension', async () => {
    for (const mois of ['JANUARY', 'MARCH'] as const) await commencer(asStructure, { mois })
    await banc.base.db.updateTable('formulaire').set({ repris: true }).execute()
    await reussi(changer(banc, CAU, { dateFermeture: '2025-02-28' }))
    await reussi(changer(banc, CAU, { dateFermeture: null, dateOuverture: '2025-02-01' }))
    await reussi(modifier({ etat: 'SUSPENDUE', jourEtat: '2025-02-01' }))
    expect(await lire(banc, CAU)).toMatchObject({
      etat: 'SUSPENDUE',
      dateOuverture: '2025-02-01',
      dateFermeture: null,
    })
  })
})

describe('un rapport que l’on commence pendant qu’on suspend, ou qu’on ferme', () => {
  it('est vu, ou n’est pas commencé', async () => {
    const actes: (Partial<FicheStructure> & Dates)[] = [
      { etat: 'SUSPENDUE', jourEtat: '2025-02-01' },
      { etat: 'FERMEE', dateFermeture: '2025-02-28' },
      { modeles: ['EPM'], effectifsOuverture: {} },
    ]
    const fiche = await ficheLue(banc, CAU)
    for (const acte of actes) {
      const { version } = await lire(banc, CAU)
      const body = { ...fiche, ...acte, version }
      const [modifiee, commence] = await Promise.all([
        asDpps.appeler(api.modifierStructure, { body }),
        commencerMois(banc, 'MARCH'),
      ])
      expect([modifiee.statut === 200, commence === '200'].filter(Boolean)).toHaveLength(1)
      await viderTables(banc.base.db, 'formulaire')
      if (modifiee.statut === 200) await reussi(modifier({ ...fiche, dateFermeture: null }))
      await viderTables(banc.base.db, 'structure_interruption')
    }
  })
})
