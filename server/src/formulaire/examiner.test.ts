import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, reussi } from '../../test/formulaires.ts'
import { modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAutreStructure, asAdmin, asDpps } = banc

const examiner = (qui: Personne, ...ids: number[]) =>
  reussi(qui.appeler(api.examinerFormulaires, { body: { ids } }))

describe('ce qui se regarde avant d’accepter des rapports', () => {
  it('dit l’effectif des deux mois, les avertissements justifiés, les variations, les remarques', async () => {
    const fevrier = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
    const mars = await commencer(asStructure)
    const debut = Number(fevrier.donnees['MVT.FIN.M']) + 2
    const averti = await reussi(modifier(asStructure, mars, { 'MVT.DEB.M': debut }))
    const cles = averti.resultats
      .filter(({ niveau }) => niveau === 'AVERTISSEMENT')
      .map(({ cle }) => cle)
    expect(cles).toContain('RA04:M')
    const RAISON = 'Deux enfants oubliés en février.'
    const body = {
      numero: mars.numero,
      remarques: [
        { cellule: 'MVT.DEB.M', texte: 'À vérifier.', statut: 'OUVERTE' as const },
        { cellule: null, texte: 'Vu ensemble.', statut: 'LEVEE' as const },
      ],
    }
    const remarque = await reussi(asAdmin.appeler(api.remarquerFormulaire, { body }))
    const justifications = Object.fromEntries(cles.map((cle) => [cle, RAISON]))
    await reussi(modifier(asStructure, remarque, {}, { justifications }))

    const [examen] = await examiner(asAdmin, mars.id)
    expect(examen).toMatchObject({
      numero: mars.numero,
      etat: 'BROUILLON',
      effectif: averti.effectif,
      effectifPrecedent: fevrier.effectif,
      remarques: [
        { texte: 'À vérifier.', libelle: expect.stringMatching(/jour du mois.*Masculin/) },
      ],
    })
    expect(examen?.actions).not.toContain('valider')
    const avertissement = examen?.avertissements.find(({ cle }) => cle === 'RA04:M')
    expect(avertissement).toMatchObject({ justification: RAISON })
    expect(avertissement?.message).toContain('L’effectif masculin de début de mois')
    const { variations = [], nbVariations = 0 } = examen ?? {}
    expect(variations.length).toBe(Math.min(10, nbVariations))
    for (const { cellule, avant, apres } of variations) {
      expect([avant, apres]).toEqual([fevrier.donnees[cellule], averti.donnees[cellule]])
      expect(avant).not.toBe(apres)
    }
  })

  it('dit ce qui est permis à qui demande, et ne compare rien à un mois qui n’est pas reçu', async () => {
    const soumis = await amener(banc, 'SOUMIS')
    const [examen] = await examiner(asAdmin, soumis.id)
    expect(examen?.actions).toContain('valider')
    expect(examen).toMatchObject({
      etat: 'SOUMIS',
      version: soumis.version,
      effectifPrecedent: null,
      variations: [],
      nbVariations: 0,
    })
    const valide = await reussi(agir(asDpps, 'valider', soumis))
    // Who has validated does not approve.
    expect((await examiner(asDpps, valide.id))[0]?.actions).not.toContain('approuver')
  })

  it('laisse de côté ce qui est hors du périmètre ou n’existe pas, et garde l’ordre demandé', async () => {
    const rma = await amener(banc, 'SOUMIS')
    const epm = await amener(banc, 'SOUMIS', { modele: 'EPM' })
    const lus = await examiner(asAdmin, epm.id, 999_999, rma.id, epm.id)
    expect(lus.map(({ id }) => id)).toEqual([epm.id, rma.id])
    expect(await examiner(asAutreStructure, rma.id)).toEqual([])
  })

  it('refuse une demande vide ou trop longue', async () => {
    for (const ids of [[], Array.from({ length: 51 }, (_, rang) => rang + 1)]) {
      expect(await asAdmin.appeler(api.examinerFormulaires, { body: { ids } })).toMatchObject({
        statut: 400,
        code: 'REQUETE_INVALIDE',
      })
    }
  })
})
