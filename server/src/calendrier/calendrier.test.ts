import { calendrierApi as api } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { describe, expect, it } from 'vitest'
import { commencer, relire, reussi } from '../../test/formulaires.ts'
import { modifier } from '../formulaire/formulaire.banc.ts'
import { notees, ouvrirBancCalendrier } from './calendrier.banc.ts'

const banc = await ouvrirBancCalendrier()
const { asDpps, asAutreDpps, asStructure } = banc
const regler = (body: Partial<typeof DEFAUTS_CALENDRIER> & { version?: string }) =>
  asDpps.appeler(api.modifierCalendrier, { body: { ...DEFAUTS_CALENDRIER, ...body } })

describe('le calendrier de collecte', () => {
  it('se lit, se change, se dit à tous, et laisse une ligne au journal', async () => {
    const lu = await reussi(asDpps.appeler(api.lireCalendrier))
    expect(lu).toMatchObject(DEFAUTS_CALENDRIER)
    const voulu = {
      jourEcheance: 10,
      moisVerrou: 2,
      fuseau: 'Africa/Kinshasa',
      joursFeries: ['2025-04-10', '01-01'],
      doubleRegard: false,
      version: lu.version,
    }
    const ecrit = await reussi(regler(voulu))
    expect(ecrit.joursFeries).toEqual(['01-01', '2025-04-10'])
    expect(await reussi(asStructure.appeler(systemeApi.lireConfiguration))).toMatchObject({
      jourEcheance: 10,
      moisVerrou: 2,
      fuseau: 'Africa/Kinshasa',
      joursFeries: ['01-01', '2025-04-10'],
    })
    expect(await notees(banc)).toEqual([
      ['CALENDRIER_MODIFIE', null],
      ['ECHEANCE_DEPLACEE', null],
    ])
  })

  it('vaut aussitôt pour la saisie : échéance, jour ouvré suivant, clôture', async () => {
    await reussi(regler({ jourEcheance: 10, moisVerrou: 2, joursFeries: ['04-10'] }))
    const f = await commencer(asStructure)
    expect([f.echeance, f.verrouilleLe]).toEqual(['2025-04-11', '2025-05-01'])
    banc.horloge.maintenant = new Date('2025-05-01T00:00:00Z')
    expect((await modifier(asStructure, f, { DIFF: 'Trop tard.' })).code).toBe('MOIS_VERROUILLE')
    await reussi(regler({ moisVerrou: 3 }))
    expect((await modifier(asStructure, f, { DIFF: 'À temps.' })).statut).toBe(200)
    expect((await relire(asStructure, f.numero)).cloture).toBe(null)
  })

  it('vaut pour le mois suivant celui du fuseau', async () => {
    await reussi(regler({ fuseau: 'Pacific/Auckland' }))
    banc.horloge.maintenant = new Date('2025-03-31T11:00:00Z')
    const params = { mois: 'APRIL', annee: 2025 } as const
    const envoi = { params, body: {} }
    expect((await asStructure.appeler(formulaireApi.enregistrerFormulaire, envoi)).statut).toBe(200)
  })

  it('refuse ce qui part d’une lecture périmée, et n’écrit rien', async () => {
    const { version } = await reussi(asAutreDpps.appeler(api.lireCalendrier))
    await reussi(regler({ jourEcheance: 8 }))
    const reponse = await regler({ jourEcheance: 12, version })
    expect([reponse.statut, reponse.code]).toEqual([409, 'VERSION_PARAMETRES_PERIMEE'])
    expect((await reussi(asDpps.appeler(api.lireCalendrier))).jourEcheance).toBe(8)
  })

  const FERIE = 'Donnez une date'
  it.each([
    ['jourEcheance', { jourEcheance: 16 }, 'body.jourEcheance', 'de 1 à 15'],
    ['jourEcheance', { jourEcheance: 0 }, 'body.jourEcheance', 'de 1 à 15'],
    ['moisVerrou', { moisVerrou: 1 }, 'body.moisVerrou', 'de 2 à 12'],
    ['fuseau', { fuseau: 'Lune/Mer_Tranquille' }, 'body.fuseau', 'Africa/Dakar'],
    ['joursFeries', { joursFeries: ['2025-05-01', '2025-05-01'] }, 'body.joursFeries.0', 'déjà'],
    ['joursFeries', { joursFeries: ['05-01', '2025-05-01'] }, 'body.joursFeries.1', 'déjà'],
    ['joursFeries', { joursFeries: ['2025-02-30'] }, 'body.joursFeries.0', FERIE],
    ['joursFeries', { joursFeries: ['1er mai'] }, 'body.joursFeries.0', FERIE],
    ['joursFeries', { joursFeries: ['1er mai 2025 au matin'] }, 'body.joursFeries.0', FERIE],
    [
      'joursFeries',
      {
        joursFeries: Array.from(
          { length: 401 },
          (_, n) => `${1950 + Math.floor(n / 28)}-01-${String((n % 28) + 1).padStart(2, '0')}`,
        ),
      },
      'body.joursFeries',
      'au plus 400',
    ],
  ] as const)('refuse %s = %j', async (_, faux, chemin, phrase) => {
    const { statut, code, details } = await asDpps.brut('POST', '/api/parametres/calendrier', {
      ...DEFAUTS_CALENDRIER,
      ...faux,
    })
    expect([statut, code]).toEqual([400, 'REQUETE_INVALIDE'])
    expect(details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ chemin, libelle: expect.stringContaining(phrase) }),
      ]),
    )
    expect(await notees(banc)).toEqual([])
  })

  it('trouve une échéance même quand chaque jour de l’année est férié', async () => {
    const jours = Array.from({ length: 366 }, (_, n) =>
      new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(5, 10),
    )
    await reussi(regler({ joursFeries: jours }))
    expect((await commencer(asStructure)).echeance).toBe('2025-04-05')
  })
})
