import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { ouvrirBancFormulaires, refuse, regler } from '../formulaire/formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asStructure } = banc
const a = (instant: string) => {
  banc.horloge.maintenant = new Date(instant)
}

describe('un réglage écrit à la main', () => {
  const FAUX: [string, unknown][] = [
    ['fuseau', 'Lune/Mer_Tranquille'],
    ['fuseau', null],
    ['fuseau', 42],
    ['jourEcheance', 'cinq'],
    ['jourEcheance', 31],
    ['joursFeries', 'noël'],
    ['joursFeries', [12, null]],
    ['doubleRegard', 'non'],
  ]

  it.each(FAUX)('%s = %j : vaut le défaut, et rien ne tombe', async (cle, valeur) => {
    await regler(banc, cle, valeur)
    const { fuseau, jourEcheance, joursFeries } = await reussi(
      asDpps.appeler(systemeApi.lireConfiguration),
    )
    expect({ fuseau, jourEcheance, joursFeries }).toEqual({
      fuseau: 'UTC',
      jourEcheance: 5,
      joursFeries: [],
    })
    const f = await amener(banc, 'VALIDE')
    expect(f.echeance).toBe('2025-04-07')
    await reussi(
      asStructure.appeler(api.listFormulaires, { params: { mois: 'MARCH', annee: 2025 } }),
    )
  })
})

describe('un calendrier loin de UTC', () => {
  it('commence le mois à minuit, heure locale (Pacific/Auckland)', async () => {
    await regler(banc, 'fuseau', 'Pacific/Auckland')
    const params = { mois: 'APRIL', annee: 2025 } as const
    a('2025-03-31T10:59:59Z')
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () =>
      asStructure.appeler(api.enregistrerFormulaire, { params, body: {} }),
    )
    a('2025-03-31T11:00:00Z')
    await reussi(asStructure.appeler(api.enregistrerFormulaire, { params, body: {} }))
  })

  it('ferme la saisie le 1er de M+3 à minuit, heure locale (America/Martinique)', async () => {
    await regler(banc, 'fuseau', 'America/Martinique')
    const f = await commencer(asStructure)
    a('2025-06-01T03:59:59Z')
    expect((await relire(asStructure, f.numero)).actions).toContain('soumettre')
    a('2025-06-01T04:00:00Z')
    expect((await relire(asStructure, f.numero)).actions).not.toContain('soumettre')
    await refuse(banc, 'MOIS_VERROUILLE', () => agir(asStructure, 'soumettre', f))
  })

  it('dit hors délai au jour local de l’échéance', async () => {
    await regler(banc, 'fuseau', 'America/Martinique')
    const f = await commencer(asStructure)
    a('2025-04-08T03:59:59Z')
    expect((await reussi(agir(asStructure, 'soumettre', f))).horsDelai).toBe(false)
    const g = await commencer(asStructure, { modele: 'EPM' })
    a('2025-04-08T04:00:00Z')
    expect((await reussi(agir(asStructure, 'soumettre', g))).horsDelai).toBe(true)
  })

  it('demande de confirmer jusqu’à la veille locale du dernier jour', async () => {
    await regler(banc, 'fuseau', 'Pacific/Auckland')
    const f = await commencer(asStructure)
    const { id, version } = f
    const soumettre = () =>
      asStructure.appeler(api.soumettreFormulaire, { params: { id }, query: { version } })
    a('2025-03-30T10:59:59Z')
    await refuse(banc, 'CONFIRMATION_REQUISE', soumettre)
    a('2025-03-30T11:00:00Z')
    await reussi(soumettre())
  })
})
