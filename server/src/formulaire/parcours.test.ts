import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it } from 'vitest'
import { ouvrirBanc } from '../../test/banc.ts'
import { agir, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'

const banc = await ouvrirBanc()

describe('le parcours d’un rapport, par HTTP', () => {
  it('va de la saisie à la diffusion, et une autre structure lit alors le rapport', async () => {
    const { asStructure, asAdmin, asDpps, asAutreStructure } = banc
    let f = await commencer(asStructure)
    expect(f.numero).toBe('RMA-CAU-R01-01-202503')
    expect(f.etat).toBe('BROUILLON')
    expect(f.erreurs).toBe(0)
    expect(f.actions).toContain('soumettre')
    const avant = await asAutreStructure.appeler(api.lireFormulaire, {
      params: { numero: f.numero },
    })
    expect(avant.code).toBe('FORMULAIRE_INTROUVABLE')

    const faux = { 'MVT.FIN.F': Number(f.donnees['MVT.FIN.F']) + 1 }
    const corps = { numero: f.numero, version: f.version, donnees: faux }
    f = await reussi(asStructure.appeler(api.modifierFormulaire, { body: corps }))
    expect(f.resultats.map(({ cle }) => cle)).toContain('RA01:F')
    const refus = await agir(asStructure, 'soumettre', f)
    expect(refus.code).toBe('FORMULAIRE_INCOMPLET')
    expect(refus.details.map(({ chemin }) => chemin)).toContain('RA01:F')

    const juste = { 'MVT.FIN.F': Number(f.donnees['MVT.FIN.F']) - 1 }
    const corrige = { numero: f.numero, version: f.version, donnees: juste }
    f = await reussi(asStructure.appeler(api.modifierFormulaire, { body: corrige }))
    f = await reussi(agir(asStructure, 'soumettre', f))
    expect(f.soumisLe).toBe('2025-03-20T10:00:00.000Z')
    f = await reussi(agir(asAdmin, 'valider', f))
    f = await reussi(agir(asDpps, 'approuver', f))
    f = await reussi(agir(asDpps, 'diffuser', f))
    expect([f.etat, f.versionDiffusee]).toEqual(['DIFFUSE', 1])

    const lu = await relire(asAutreStructure, f.numero)
    expect(lu.donnees).toEqual(f.donnees)
    expect([lu.etat, lu.actions, lu.precedent, lu.contexte]).toEqual(['DIFFUSE', [], null, null])
    const historique = await reussi(
      asStructure.appeler(api.listHistorique, { params: { numero: f.numero } }),
    )
    expect(historique.elements.map(({ action }) => action)).toEqual([
      'diffuser',
      'approuver',
      'valider',
      'soumettre',
      'modifier',
      'modifier',
      'enregistrer',
    ])
  })

  it('revient à la structure avec un motif, se corrige, et se soumet de nouveau', async () => {
    const { asStructure, asAdmin } = banc
    let f = await commencer(asStructure, { mois: 'FEBRUARY' })
    f = await reussi(agir(asStructure, 'soumettre', f))
    f = await renvoyer(asAdmin, f)
    expect(f.motifRenvoi).toEqual({
      motif: 'INCOHERENCE',
      libelle: 'Données incohérentes',
      texte: 'Vérifiez les entrées du mois.',
    })
    const donnees = { DIFF: 'Toiture endommagée.' }
    const body = { numero: f.numero, version: f.version, donnees }
    f = await reussi(asStructure.appeler(api.modifierFormulaire, { body }))
    expect(f.etat).toBe('RENVOYE')
    f = await reussi(agir(asStructure, 'soumettre', f))
    expect([f.etat, f.motifRenvoi]).toEqual(['SOUMIS', null])
  })

  it('préremplit le début de mois avec la fin du mois précédent, une fois reçu', async () => {
    const { asStructure } = banc
    const params = { mois: 'APRIL', annee: 2025 } as const
    banc.horloge.maintenant = new Date('2025-04-10T08:00:00Z')
    const avril = await reussi(
      asStructure.appeler(api.enregistrerFormulaire, { params, body: { modele: 'RMA' } }),
    )
    const mars = await relire(asStructure, 'RMA-CAU-R01-01-202503')
    expect(avril.donnees['MVT.DEB.F']).toBe(mars.donnees['MVT.FIN.F'])
    expect(avril.donnees['CAPACITE']).toBe(60)
    expect(avril.precedent?.donnees['MVT.FIN.TOT']).toBe(mars.donnees['MVT.FIN.TOT'])
    banc.horloge.maintenant = new Date('2025-03-20T10:00:00Z')
  })
})
