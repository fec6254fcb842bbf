import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { forcer, historiqueDe, modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAdmin, asDpps, asAutreStructure, asDirectionRegionale, horloge } = banc

/** A form published once, then returned, whose draft has another figure. */
async function rouvrir(): Promise<{ publie: Formulaire; brouillon: Formulaire }> {
  const publie = await amener(banc, 'DIFFUSE')
  const renvoye = await renvoyer(asDpps, publie)
  const brouillon = await reussi(
    modifier(asStructure, renvoye, { DIFF: 'Version corrigée.', 'BUD.DOT': 7_000_000 }),
  )
  return { publie, brouillon }
}

async function publierEncore(f: Formulaire): Promise<Formulaire> {
  let courant = await reussi(agir(asStructure, 'soumettre', f))
  courant = await reussi(agir(asAdmin, 'valider', courant))
  courant = await reussi(agir(asDpps, 'approuver', courant))
  return reussi(agir(asDpps, 'diffuser', courant))
}

const lireVersion = (personne: Personne, numero: string, versionDiffusee: number) =>
  personne.appeler(api.lireFormulaire, { params: { numero }, query: { versionDiffusee } })

describe('un rapport diffusé puis renvoyé', () => {
  it('reste lu des autres tel qu’il a été diffusé ; les siens lisent le brouillon', async () => {
    const { publie, brouillon } = await rouvrir()
    const lu = await relire(asAutreStructure, publie.numero)
    expect([lu.etat, lu.versionDiffusee, lu.version]).toEqual(['DIFFUSE', 1, 0])
    expect(lu.donnees).toEqual(publie.donnees)
    expect([lu.remarques, lu.justifications, lu.motifRenvoi, lu.resultats]).toEqual([
      [],
      {},
      null,
      [],
    ])
    expect([lu.precedent, lu.anneePrecedente, lu.contexte, lu.actions]).toEqual([
      null,
      null,
      null,
      [],
    ])
    expect(lu.definition?.code).toBe('RMA')
    // Whoever reads the rest of the form is told so.
    for (const personne of [asStructure, asDirectionRegionale, asAdmin, asDpps]) {
      const { actions } = await reussi(lireVersion(personne, publie.numero, 1))
      expect(actions).toEqual(['historique'])
    }
    for (const personne of [asStructure, asDirectionRegionale, asAdmin, asDpps]) {
      const sien = await relire(personne, publie.numero)
      expect([sien.etat, sien.donnees['DIFF']]).toEqual(['RENVOYE', 'Version corrigée.'])
      expect(sien.versionDiffusee).toBe(brouillon.versionDiffusee)
    }
  })

  it('est remplacé par sa seconde diffusion ; la première reste aux siens', async () => {
    const { publie, brouillon } = await rouvrir()
    const second = await publierEncore(brouillon)
    expect(second.versionDiffusee).toBe(2)
    const { numero } = publie
    expect((await relire(asAutreStructure, numero)).donnees['BUD.DOT']).toBe(7_000_000)
    expect((await reussi(lireVersion(asStructure, numero, 1))).donnees).toEqual(publie.donnees)
    expect((await reussi(lireVersion(asAutreStructure, numero, 2))).versionDiffusee).toBe(2)
    await refuse(banc, 'PUBLICATION_INTROUVABLE', () => lireVersion(asAutreStructure, numero, 1))
    await refuse(banc, 'PUBLICATION_INTROUVABLE', () => lireVersion(asStructure, numero, 3))
  })

  it('n’a pas de version 1 tant qu’il n’est pas diffusé', async () => {
    const { numero } = await amener(banc, 'APPROUVE')
    await refuse(banc, 'PUBLICATION_INTROUVABLE', () => lireVersion(asStructure, numero, 1))
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => lireVersion(asAutreStructure, numero, 1))
  })

  it.each(['RENVOYE', 'BROUILLON', 'SOUMIS', 'VALIDE'] as const)(
    'forcé à DIFFUSE depuis %s, retrouve sa publication et perd son brouillon',
    async (etat) => {
      const { publie, brouillon } = await rouvrir()
      let f = brouillon
      if (etat !== 'RENVOYE') f = await reussi(forcer(asDpps, f, etat))
      expect(f.actions.length && f.versionDiffusee).toBe(1)
      expect((await relire(asDpps, f.numero)).etatsPossibles).toContain('DIFFUSE')
      const rendu = await reussi(forcer(banc.asAutreDpps, f, 'DIFFUSE'))
      expect([rendu.etat, rendu.versionDiffusee]).toEqual(['DIFFUSE', 1])
      expect(rendu.donnees).toEqual(publie.donnees)
      expect([rendu.effectif, rendu.erreurs]).toEqual([publie.effectif, publie.erreurs])
      expect(rendu.motifRenvoi).toBe(null)
      const [ligne] = await historiqueDe(asDpps, publie.numero)
      expect(ligne).toMatchObject({ action: 'changerEtat', de: etat, vers: 'DIFFUSE' })
      expect(ligne?.cellules).toEqual(
        expect.arrayContaining([
          { cellule: 'BUD.DOT', avant: 7_000_000, apres: publie.donnees['BUD.DOT'] },
          { cellule: 'DIFF', avant: 'Version corrigée.', apres: publie.donnees['DIFF'] },
        ]),
      )
      expect(ligne?.cellules).toHaveLength(2)
    },
  )

  it('ne se quitte que par un renvoi', async () => {
    const f = await amener(banc, 'DIFFUSE')
    for (const etat of ['BROUILLON', 'SOUMIS', 'VALIDE', 'APPROUVE', 'RENVOYE'] as const) {
      await refuse(banc, 'TRANSITION_INTERDITE', () => forcer(asDpps, f, etat))
    }
    expect(f.actions).not.toContain('changerEtat')
  })
})

describe('la valeur d’un mois', () => {
  const AVRIL = { mois: 'APRIL', annee: 2025 } as const

  async function avril(): Promise<Formulaire> {
    horloge.maintenant = new Date('2025-04-10T08:00:00Z')
    const body = { modele: 'RMA' }
    return reussi(asStructure.appeler(api.enregistrerFormulaire, { params: AVRIL, body }))
  }

  it('n’est rien tant que le rapport est un brouillon', async () => {
    await commencer(asStructure)
    const f = await avril()
    expect([f.precedent, f.donnees['MVT.DEB.F']]).toEqual([null, undefined])
    expect(JSON.stringify(f.contexte)).not.toContain('RMA@2025-03')
  })

  it('n’est rien quand le rapport est renvoyé sans avoir été diffusé', async () => {
    await amener(banc, 'RENVOYE')
    expect((await avril()).precedent).toBe(null)
  })

  it('n’est rien quand le rapport est annulé', async () => {
    await reussi(forcer(asDpps, await commencer(asStructure), 'ANNULE'))
    expect((await avril()).precedent).toBe(null)
  })

  it.each(['SOUMIS', 'VALIDE', 'APPROUVE', 'DIFFUSE'] as const)(
    'est le contenu du rapport quand il est %s',
    async (etat) => {
      const mars = await amener(banc, etat)
      const f = await avril()
      expect(f.precedent).toEqual({
        mois: 'MARCH',
        annee: 2025,
        moisCouverts: 1,
        donnees: mars.donnees,
      })
      expect(f.donnees['MVT.DEB.F']).toBe(mars.donnees['MVT.FIN.F'])
    },
  )

  it('est la dernière diffusion quand le rapport est renvoyé après elle', async () => {
    const mars = await amener(banc, 'DIFFUSE')
    const renvoye = await renvoyer(asDpps, mars)
    await reussi(modifier(asStructure, renvoye, { 'MVT.FIN.F': 99, 'MVT.DEB.F': 97 }))
    const f = await avril()
    expect(f.precedent?.donnees).toEqual(mars.donnees)
    expect(f.donnees['MVT.DEB.F']).toBe(mars.donnees['MVT.FIN.F'])
    expect(f.contexte?.autres['RMA@2025-03']?.['MVT.FIN.F']).toBe(mars.donnees['MVT.FIN.F'])
  })
})
