import {
  parametreApi as api,
  type Conservation,
  DEFAUTS_MENTIONS,
  DEFAUTS_ORGANISATION,
} from '@releve/contract/parametre/parametre.api.ts'
import { noticesApi } from '@releve/contract/systeme/notices.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { updateReglage } from './parametre.sql.ts'

const banc = await ouvrirBanc()
const { asDpps, asAdmin, asStructure, anonyme } = banc
const { db } = banc.base

const regler = (cle: string, valeur: unknown) =>
  updateReglage(db, cle, valeur, banc.horloge.maintenant)
afterEach(async () => {
  await db.deleteFrom('parametre').execute()
})

const MENTIONS = {
  ...DEFAUTS_MENTIONS,
  editeurNom: 'Direction de la prospective',
  hebergeurNom: 'Agence nationale du numérique',
  hebergeurAdresse: '1, rue du Port\nPort-Clair',
  hebergeurTelephone: '+000 33 800 00 00',
  autoriteSite: 'https://autorite.example',
}

async function lignesDepuis(acte: () => Promise<unknown>) {
  const compter = () =>
    db.selectFrom('journal').select(['action', 'detail']).orderBy('id').execute()
  const avant = (await compter()).length
  await acte()
  return (await compter()).slice(avant)
}

describe('l’organisation', () => {
  it('se nomme par la DPPS, paraît aussitôt au public, et le journal le dit', async () => {
    const { corps: lue } = await asDpps.appeler(api.lireOrganisation)
    expect(lue).toMatchObject(DEFAUTS_ORGANISATION)
    const { version } = lue
    const body = { organisation: ' Direction  des services ', pays: 'Pays', version }
    const nommee = { organisation: 'Direction des services', pays: 'Pays' }
    const lignes = await lignesDepuis(async () => {
      const { corps } = await asDpps.appeler(api.modifierOrganisation, { body })
      expect(corps).toMatchObject(nommee)
    })
    expect(lignes).toMatchObject([
      {
        action: 'ORGANISATION_MODIFIEE',
        detail: {
          changements: {
            organisation: { avant: 'Direction centrale', apres: 'Direction des services' },
            pays: { avant: '', apres: 'Pays' },
          },
        },
      },
    ])
    expect((await anonyme.appeler(systemeApi.lireConfiguration)).corps).toMatchObject(nommee)
    expect((await anonyme.appeler(noticesApi.lireNotices)).corps).toMatchObject(nommee)
    const perimee = await asDpps.appeler(api.modifierOrganisation, {
      body: { organisation: 'Autre', pays: '', version },
    })
    expect(perimee.code).toBe('VERSION_PARAMETRES_PERIMEE')
    expect((await asDpps.appeler(api.lireOrganisation)).corps).toMatchObject(nommee)
  })

  it.each([
    { organisation: '  ', pays: '' },
    { organisation: 'x'.repeat(151), pays: '' },
    { organisation: 'Direction', pays: 'x'.repeat(81) },
  ])('ne reste ni sans nom, ni sous un nom sans fin : %o', async (body) => {
    const { statut, code } = await asDpps.appeler(api.modifierOrganisation, { body })
    expect([statut, code]).toEqual([400, 'REQUETE_INVALIDE'])
    const { corps } = await asDpps.appeler(api.lireOrganisation)
    expect(corps).toMatchObject(DEFAUTS_ORGANISATION)
  })

  it('écrite à la main sous une forme inutilisable porte son nom par défaut', async () => {
    await regler('organisation', '')
    const { corps } = await anonyme.appeler(systemeApi.lireConfiguration)
    expect(corps).toMatchObject(DEFAUTS_ORGANISATION)
  })
})

describe('les mentions légales', () => {
  it('se changent par la DPPS, se lisent par tous, et le journal dit ce qui a changé', async () => {
    const { corps: lues } = await asDpps.appeler(api.lireMentions)
    const { version, ...vides } = lues
    expect(vides).toEqual(DEFAUTS_MENTIONS)
    const lignes = await lignesDepuis(async () => {
      const { statut, corps } = await asDpps.appeler(api.modifierMentions, {
        body: { ...MENTIONS, autoriteSite: ' autorite.example', version },
      })
      expect(statut).toBe(200)
      expect(corps).toMatchObject(MENTIONS)
      expect(corps.version).not.toBe(version)
    })
    expect(lignes).toHaveLength(1)
    expect(lignes[0]).toMatchObject({
      action: 'MENTIONS_MODIFIEES',
      detail: {
        changements: { hebergeurNom: { avant: '', apres: 'Agence nationale du numérique' } },
      },
    })
    expect(Object.keys(Object(Object(lignes[0]?.detail).changements))).toHaveLength(5)
    const publiques = await anonyme.appeler(noticesApi.lireNotices)
    expect(publiques.corps.mentions).toEqual(MENTIONS)
  })

  it('gardent leurs autres valeurs quand rien ne change, et n’écrivent rien', async () => {
    await asDpps.appeler(api.modifierMentions, { body: MENTIONS })
    const lignes = await lignesDepuis(() =>
      asDpps.appeler(api.modifierMentions, { body: MENTIONS }),
    )
    expect(lignes).toEqual([])
  })

  it('refusent les autres rôles, et ne se lisent alors que par les notices', async () => {
    for (const qui of [asAdmin, asStructure]) {
      for (const operation of [api.lireMentions, api.lireConservation]) {
        expect((await qui.appeler(operation)).code).toBe('DROIT_INSUFFISANT')
      }
      const refus = await qui.appeler(api.modifierMentions, { body: MENTIONS })
      expect([refus.statut, refus.code]).toEqual([403, 'DROIT_INSUFFISANT'])
    }
    expect((await anonyme.appeler(noticesApi.lireNotices)).statut).toBe(200)
    expect((await anonyme.brut('POST', '/api/notices', MENTIONS)).statut).toBe(404)
  })

  const FAUX = [
    { editeurNom: 'x'.repeat(151) },
    { hebergeurAdresse: 'x'.repeat(501) },
    { editeurTelephone: 'demandez Awa' },
    { protectionEmail: 'sans-arobase' },
    { autoriteSite: 'javascript:alert(1)' },
  ]
  it.each(FAUX)('refusent ce qui ne peut pas paraître : %o', async (faux) => {
    const { statut, code, details } = await asDpps.appeler(api.modifierMentions, {
      body: { ...MENTIONS, ...faux },
    })
    expect([statut, code]).toEqual([400, 'REQUETE_INVALIDE'])
    expect(details.map(({ chemin }) => chemin).join()).toContain(Object.keys(faux)[0])
    const { corps } = await asDpps.appeler(api.lireMentions)
    expect(corps).toMatchObject(DEFAUTS_MENTIONS)
  })

  it('n’enregistrent que leurs champs, sans signe invisible', async () => {
    const intrus = { ...MENTIONS, editeurNom: 'D\u202EPPS\u0007', doubleRegard: false }
    expect((await asDpps.brut('POST', '/api/parametres/mentions', intrus)).statut).toBe(200)
    const { corps } = await asDpps.appeler(api.lireMentions)
    expect(corps.editeurNom).toBe('DPPS')
    const cles = await db.selectFrom('parametre').select('cle').execute()
    expect(cles.map(({ cle }) => cle)).not.toContain('doubleRegard')
  })

  it('écrites à la main sous une forme inutilisable comptent pour vides', async () => {
    await regler('editeurNom', 42)
    await regler('autoriteSite', 'javascript:alert(1)')
    const { corps } = await anonyme.appeler(noticesApi.lireNotices)
    expect(corps.mentions).toEqual(DEFAUTS_MENTIONS)
  })
})

describe('la conservation du journal', () => {
  it('se change par la DPPS seule, et se dit à tous', async () => {
    const body = { conservationJournalMois: 24 }
    expect((await asAdmin.appeler(api.modifierConservation, { body })).statut).toBe(403)
    const lignes = await lignesDepuis(() => asDpps.appeler(api.modifierConservation, { body }))
    expect(lignes).toEqual([
      {
        action: 'CONSERVATION_MODIFIEE',
        detail: { changements: { conservationJournalMois: { avant: 12, apres: 24 } } },
      },
    ])
    const { corps } = await anonyme.appeler(noticesApi.lireNotices)
    expect(corps.conservationJournalMois).toBe(24)
  })

  it.each([5, 121, 12.5, Number.NaN])('ne peut être de %s mois', async (mois) => {
    const body: Partial<Conservation> & Pick<Conservation, 'conservationJournalMois'> = {
      conservationJournalMois: mois,
    }
    const { statut } = await asDpps.appeler(api.modifierConservation, { body })
    expect(statut).toBe(400)
  })

  it('réglée à la main hors bornes, vaut douze mois, ici comme pour tous', async () => {
    await regler('conservationJournalMois', 3)
    const { corps } = await asDpps.appeler(api.lireConservation)
    expect(corps.conservationJournalMois).toBe(12)
    expect((await anonyme.appeler(noticesApi.lireNotices)).corps.conservationJournalMois).toBe(12)
  })
})

describe('deux personnes qui changent les mêmes réglages', () => {
  it('la seconde est refusée, et rien de la première ne se perd', async () => {
    const { version } = (await asDpps.appeler(api.lireMentions)).corps
    const premiere = { ...DEFAUTS_MENTIONS, editeurNom: 'La première', version }
    const seconde = { ...DEFAUTS_MENTIONS, hebergeurNom: 'La seconde', version }
    await asDpps.appeler(api.modifierMentions, { body: premiere })
    const { statut, code } = await asDpps.appeler(api.modifierMentions, { body: seconde })
    expect([statut, code]).toEqual([409, 'VERSION_PARAMETRES_PERIMEE'])
    const { corps } = await asDpps.appeler(api.lireMentions)
    expect([corps.editeurNom, corps.hebergeurNom]).toEqual(['La première', ''])
  })

  it('en même temps : une seule passe', async () => {
    const { version } = (await asDpps.appeler(api.lireConservation)).corps
    const reponses = await Promise.all(
      [18, 24, 36, 48].map((conservationJournalMois) =>
        asDpps.appeler(api.modifierConservation, { body: { conservationJournalMois, version } }),
      ),
    )
    expect(reponses.map(({ statut }) => statut).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ])
  })

  it('pour la même valeur s’accordent : un envoi répété ne refuse rien', async () => {
    const { version } = (await asDpps.appeler(api.lireConservation)).corps
    const body = { conservationJournalMois: 30, version }
    for (const _ of [1, 2]) {
      expect((await asDpps.appeler(api.modifierConservation, { body })).statut).toBe(200)
    }
  })

  it('chacune dans son groupe, ne se gênent pas', async () => {
    const { version } = (await asDpps.appeler(api.lireMentions)).corps
    await asDpps.appeler(api.modifierConservation, { body: { conservationJournalMois: 60 } })
    const reponse = await asDpps.appeler(api.modifierMentions, { body: { ...MENTIONS, version } })
    expect(reponse.statut).toBe(200)
  })
})
