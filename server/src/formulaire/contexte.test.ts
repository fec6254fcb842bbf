import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { exempleCoherent } from '../../seed/exemple.ts'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { changerDepuisToujours } from '../../test/structures.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'
import {
  forcer,
  MOTIF,
  modifier,
  ouvrirBancFormulaires,
  refuse,
  regler,
} from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asAutreDpps, asStructure, asAutreStructure } = banc

async function fixerCapacite(capacite: number | null): Promise<void> {
  const { db } = banc.base
  await changerDepuisToujours(db, { capacite }, ['CAU-R01-01'])
  await sql`update structure set responsable = 'Awa Responsable' where code = 'CAU-R01-01'`.execute(
    db,
  )
  await demanderRecalcul(db, {})
}

afterEach(() => fixerCapacite(60))

describe('quand la fiche de la structure change', () => {
  it('un rapport ouvert se lit comme il serait soumis aujourd’hui', async () => {
    await fixerCapacite(null)
    const { CAPACITE: _, ...donnees } = exempleCoherent('RMA', {
      periode: { mois: 'MARCH', annee: 2025 },
    })
    const f = await commencer(asStructure, { donnees })
    expect(f.donnees['CAPACITE']).toBe('SO')
    await fixerCapacite(60)
    const lu = await relire(asStructure, f.numero)
    expect(lu.contexte?.structure['capacite']).toBe(60)
    expect(lu.donnees).not.toHaveProperty('CAPACITE')
    expect(lu.remplissage).toBeLessThan(1)
    await refuse(banc, 'FORMULAIRE_INCOMPLET', () => agir(asStructure, 'soumettre', lu))
    const rempli = await reussi(modifier(asStructure, lu, { CAPACITE: 60 }))
    expect((await reussi(agir(asStructure, 'soumettre', rempli))).etat).toBe('SOUMIS')
  })

  it('un rapport reçu ne change pas, et redevient actuel une fois renvoyé', async () => {
    const f = await amener(banc, 'SOUMIS')
    await fixerCapacite(null)
    const lu = await relire(asStructure, f.numero)
    expect(lu.donnees).toEqual(f.donnees)
    expect(lu.contexte?.structure['capacite']).toBe(60)
    const renvoye = await renvoyer(asAdmin, lu)
    expect(renvoye.donnees['CAPACITE']).toBe('SO')
  })

  it('un rapport reçu garde ses cases calculées quand les jours fériés changent', async () => {
    const f = await amener(banc, 'SOUMIS', { modele: 'EPM' })
    expect(f.donnees['IND.ABS']).toEqual(expect.any(Number))
    await regler(banc, 'joursFeries', ['03-03', '03-04', '03-05', '03-06', '03-07'])
    const lu = await relire(asStructure, f.numero)
    expect(lu.donnees).toEqual(f.donnees)
  })
})

describe('une publication lue du dehors', () => {
  it('ne dit pas qui est responsable de la structure', async () => {
    await fixerCapacite(60)
    const f = await amener(banc, 'DIFFUSE')
    const dehors = await relire(asAutreStructure, f.numero)
    expect(dehors.identification).toEqual({
      typeStructure: 'CAU',
      region: 'R01',
      responsable: null,
    })
    expect((await relire(asStructure, f.numero)).identification.responsable).toBe('Awa Responsable')
    expect(JSON.stringify(dehors)).not.toContain('Awa')
  })
})

describe('redire son dernier acte', () => {
  it('avec un autre motif n’est pas une répétition', async () => {
    const f = await amener(banc, 'SOUMIS')
    const { id } = await renvoyer(asAdmin, f)
    const autre = { motif: 'PIECE', texte: 'Joignez la pièce.' }
    await refuse(banc, 'TRANSITION_INTERDITE', () =>
      asAdmin.appeler(api.renvoyerFormulaire, { params: { id }, query: autre }),
    )
    const meme = { motif: 'INCOHERENCE', texte: ' Vérifiez les entrées du mois. ' }
    expect(
      (await asAdmin.appeler(api.renvoyerFormulaire, { params: { id }, query: meme })).statut,
    ).toBe(200)
  })

  it('de même pour un état forcé', async () => {
    const f = await amener(banc, 'SOUMIS')
    const force = await reussi(forcer(asDpps, f, 'BROUILLON'))
    expect((await forcer(asDpps, f, 'BROUILLON')).statut).toBe(200)
    await refuse(banc, 'TRANSITION_INTERDITE', () =>
      forcer(asDpps, force, 'BROUILLON', { ...MOTIF, texte: 'Autre chose.' }),
    )
  })
})

describe('qui ne peut pas saisir', () => {
  it('l’apprend avant qu’on lui demande la structure', async () => {
    await refuse(banc, 'DROIT_INSUFFISANT', () =>
      asAdmin.appeler(api.enregistrerFormulaire, {
        params: { mois: 'MARCH', annee: 2025 },
        body: { modele: 'RMA' },
      }),
    )
    await refuse(banc, 'REQUETE_INVALIDE', () =>
      asAutreDpps.appeler(api.enregistrerFormulaire, {
        params: { mois: 'MARCH', annee: 2025 },
        body: { modele: 'RMA' },
      }),
    )
  })
})

describe('un envoi démesuré', () => {
  it('a une réponse mesurée : deux cents fautes au plus', async () => {
    const f = await commencer(asStructure)
    const fausses = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`X.${i}`, 1]))
    const { details } = await refuse(banc, 'SAISIE_INVALIDE', () =>
      modifier(asStructure, f, fausses),
    )
    expect(details).toHaveLength(200)
    const textes = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`X.${i}`, 'x']))
    const refusTextes = await refuse(banc, 'SAISIE_INVALIDE', () =>
      modifier(asStructure, f, {}, { commentaires: textes }),
    )
    expect(refusTextes.details).toHaveLength(200)
  })

  it('ne garde pas de commentaire sur une ligne de tableau qui n’existe pas', async () => {
    const f = await commencer(asStructure)
    await refuse(banc, 'SAISIE_INVALIDE', () =>
      modifier(asStructure, f, {}, { commentaires: { 'ACT.zz9.INTITULE': 'x' } }),
    )
    const avec = await reussi(
      modifier(
        asStructure,
        f,
        { 'ACT.zz9.INTITULE': 'Visite' },
        { commentaires: { 'ACT.zz9.INTITULE': 'x' } },
      ),
    )
    expect(avec.commentaires).toEqual({ 'ACT.zz9.INTITULE': 'x' })
    const sans = await reussi(modifier(asStructure, avec, { 'ACT.zz9.INTITULE': null }))
    expect(sans.commentaires).toEqual({})
  })
})
