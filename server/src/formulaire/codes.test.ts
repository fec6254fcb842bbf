import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asDpps } = banc

const LISTE = 'SITUATION_FONCT'
type Validite = { valableDu?: string; valableAu?: string; actif?: boolean }

/** Changes when a code of the list is offered, as the settings do. */
async function dater(validite: Validite, deCode = 'FERME_TEMP'): Promise<void> {
  const liste = await reussi(
    asDpps.appeler(codificationApi.lireCodification, { params: { code: LISTE } }),
  )
  const { code, libelle, parentListe, version } = liste
  const valeurs = liste.valeurs
    .filter((valeur) => valeur.code === deCode)
    .map(({ libellesAnciens: _l, emplois: _e, actions: _a, ...fiche }) => ({
      ...fiche,
      ...validite,
    }))
  const body = { code, libelle, parentListe, version, valeurs }
  await reussi(asDpps.appeler(codificationApi.enregistrerCodification, { body }))
}

/** The last month that offers a code is before that of the report. */
const finir = (code: string) => dater({ valableAu: '2025-02' }, code)

beforeEach(async () => {
  await sql`update codification_valeur set valable_du = null, valable_au = null, actif = true
    where codification = ${LISTE}`.execute(banc.base.db)
})

const FERME = { SIT_FONCT: 'FERME_TEMP' }

describe('la case d’une liste de codes', () => {
  it.each<[string, Validite]>([
    ['qui a pris fin', { valableAu: '2025-02' }],
    ['qui commence plus tard', { valableDu: '2025-04' }],
    ['désactivé', { actif: false }],
  ])('refuse un code %s, et le dit', async (_, validite) => {
    const f = await commencer(asStructure)
    expect(f.contexte?.codesHors).toEqual({})
    await dater(validite)
    expect((await relire(asStructure, f.numero)).contexte?.codesHors).toEqual({
      [LISTE]: ['FERME_TEMP'],
    })
    const { details } = await refuse(banc, 'SAISIE_INVALIDE', () => modifier(asStructure, f, FERME))
    const libelle =
      '«\u00a0Fermeture temporaire\u00a0» n’est pas proposé en mars 2025. Choisissez une autre valeur.'
    expect(details).toEqual([{ chemin: 'SIT_FONCT', code: 'CODE_HORS_VALIDITE', libelle }])
  })

  it('le refuse dès le premier enregistrement', async () => {
    await finir('FERME_TEMP')
    const { details } = await refuse(banc, 'SAISIE_INVALIDE', () =>
      asStructure.appeler(api.enregistrerFormulaire, {
        params: { mois: 'MARCH', annee: 2025 },
        body: { modele: 'RMA', donnees: FERME },
      }),
    )
    expect(details).toMatchObject([{ code: 'CODE_HORS_VALIDITE' }])
  })

  it.each<[Mois, number]>([
    ['FEBRUARY', 200],
    ['MARCH', 422],
  ])('suit le mois du rapport, et non le jour de la saisie\u00a0: %s', async (mois, attendu) => {
    await finir('FERME_TEMP')
    const f = await commencer(asStructure, { mois })
    expect((await modifier(asStructure, f, FERME)).statut).toBe(attendu)
  })
})

describe('un rapport qui tient un code', () => {
  it('le garde quand le code prend fin\u00a0: il se renvoie, se complète et se soumet', async () => {
    const partiel = { SIT_FONCT: 'PARTIEL' }
    const tenu = await reussi(modifier(asStructure, await commencer(asStructure), partiel))
    await finir('PARTIEL')
    const complet = { ...partiel, OBS_FONCT: 'Travaux dans deux bâtiments.' }
    const renvoye = await reussi(modifier(asStructure, tenu, complet))
    expect(renvoye.donnees).toMatchObject(complet)
    const soumis = await reussi(agir(asStructure, 'soumettre', renvoye))
    expect(soumis).toMatchObject({ etat: 'SOUMIS', donnees: complet })
  })

  it('ne le reprend pas une fois quitté', async () => {
    const tenu = await reussi(modifier(asStructure, await commencer(asStructure), FERME))
    await finir('FERME_TEMP')
    const quitte = await reussi(modifier(asStructure, tenu, { SIT_FONCT: 'PARTIEL' }))
    await refuse(banc, 'SAISIE_INVALIDE', () => modifier(asStructure, quitte, FERME))
  })

  it('reste lisible et juste une fois reçu', async () => {
    const recu = await amener(banc, 'SOUMIS')
    await finir('NORMAL')
    const lu = await relire(asDpps, recu.numero)
    expect(lu).toMatchObject({ donnees: { SIT_FONCT: 'NORMAL' }, erreurs: recu.erreurs })
    expect((await agir(banc.asAdmin, 'valider', recu)).statut).toBe(200)
  })
})
