import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, relire, reussi } from '../../test/formulaires.ts'
import { forcer, MOTIF, modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure, asAutreStructure, asDirectionRegionale } = banc

async function roles(personne: Personne, ...liste: Role[]): Promise<void> {
  await sql`update utilisateur set roles = ${liste} where id = ${personne.id}`.execute(banc.base.db)
}
async function autreStructure(personne: Personne, code: string): Promise<void> {
  await sql`insert into utilisateur_structure (utilisateur_id, structure_id)
    select ${personne.id}, id from structure where code = ${code}`.execute(banc.base.db)
}
afterEach(async () => {
  await sql`delete from utilisateur_structure`.execute(banc.base.db)
  await roles(asAutreStructure, 'ROLE_STRUCTURE')
  await roles(asDirectionRegionale, 'ROLE_STRUCTURE')
  await roles(asAdmin, 'ROLE_ADMIN')
})

describe('autreStructure', () => {
  it('donne la saisie de cette structure, pas sa revue ; retirée, elle disparaît aussitôt', async () => {
    const f = await commencer(asStructure)
    await autreStructure(asAutreStructure, 'CAU-R01-01')
    const lu = await relire(asAutreStructure, f.numero)
    expect(lu.actions.toSorted()).toEqual(['historique', 'modifier', 'repondre', 'soumettre'])
    const modifie = await reussi(modifier(asAutreStructure, lu, { DIFF: 'x' }))
    const soumis = await reussi(agir(asAutreStructure, 'soumettre', modifie))
    await refuse(banc, 'DROIT_INSUFFISANT', () => agir(asAutreStructure, 'valider', soumis))
    await sql`delete from utilisateur_structure`.execute(banc.base.db)
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () => agir(asAutreStructure, 'soumettre', soumis))
  })
})

describe('une personne de plusieurs rôles', () => {
  it('administration et structure : saisit chez elle, voit et contrôle partout, n’approuve pas', async () => {
    await roles(asAutreStructure, 'ROLE_STRUCTURE', 'ROLE_ADMIN')
    const autre = await commencer(asStructure)
    await refuse(banc, 'DROIT_INSUFFISANT', () => modifier(asAutreStructure, autre, { DIFF: 'x' }))
    const soumis = await reussi(agir(asStructure, 'soumettre', autre))
    const valide = await reussi(agir(asAutreStructure, 'valider', soumis))
    expect(valide.actions).not.toContain('approuver')
    await refuse(banc, 'DROIT_INSUFFISANT', () => agir(asAutreStructure, 'approuver', valide))
    expect((await commencer(asAutreStructure)).structure.code).toBe('CPOLY-R02-01')
  })

  it('DPPS et administration : ne fait pas à elle seule les deux regards', async () => {
    await roles(asAdmin, 'ROLE_ADMIN', 'ROLE_DPPS')
    const valide = await amener(banc, 'VALIDE')
    expect((await relire(asAdmin, valide.numero)).actions).not.toContain('approuver')
    await refuse(banc, 'DOUBLE_REGARD', () => agir(asAdmin, 'approuver', valide))
    const force = await reussi(forcer(asAdmin, valide, 'SOUMIS'))
    const revalide = await reussi(agir(asAdmin, 'valider', force))
    await refuse(banc, 'DOUBLE_REGARD', () => agir(asAdmin, 'approuver', revalide))
    await reussi(agir(asDpps, 'approuver', revalide))
  })

  it('direction régionale et DPPS : saisit pour ses structures, et c’est dit', async () => {
    await roles(asDirectionRegionale, 'ROLE_STRUCTURE', 'ROLE_DPPS')
    const f = await commencer(asStructure)
    await reussi(modifier(asDirectionRegionale, f, { DIFF: 'x' }))
    const { elements } = await reussi(
      asDpps.appeler(api.listHistorique, { params: { numero: f.numero } }),
    )
    expect(elements[0]?.auNomDe).toContain('Port-Clair')
  })
})

describe('hors du périmètre', () => {
  it('une correction en cours d’un rapport diffusé ne se voit nulle part', async () => {
    const diffuse = await amener(banc, 'DIFFUSE')
    const query = { version: diffuse.version, ...MOTIF }
    const renvoye = await reussi(
      asDpps.appeler(api.renvoyerFormulaire, { params: { id: diffuse.id }, query }),
    )
    await reussi(modifier(asStructure, renvoye, { DIFF: 'BROUILLON-SECRET' }))
    const lu = await asAutreStructure.brut('GET', `/api/formulaire/lire/${diffuse.numero}`)
    const liste = await asAutreStructure.appeler(api.listFormulairesStructures, {
      body: { structures: ['CAU-R01-01'], etats: ['RENVOYE'] },
    })
    expect(liste.corps.total).toBe(0)
    const listeDiffusee = await asAutreStructure.appeler(api.listFormulairesStructures, {
      body: { q: diffuse.numero },
    })
    expect(listeDiffusee.corps.elements).toMatchObject([
      { etat: 'DIFFUSE', version: 0, soumisLe: null, modifiePar: null, actions: [] },
    ])
    const tout = JSON.stringify([lu.corps, listeDiffusee.corps])
    for (const secret of ['SECRET', 'RENVOYE', MOTIF.texte, 'cau-r01-01"']) {
      expect(tout).not.toContain(secret)
    }
    await refuse(banc, 'FORMULAIRE_INTROUVABLE', () =>
      asAutreStructure.appeler(api.listHistorique, { params: { numero: diffuse.numero } }),
    )
  })

  it('un brouillon ne se devine pas : ni par son numéro, ni par un total', async () => {
    const f = await commencer(asStructure)
    const { corps } = await asAutreStructure.appeler(api.listFormulairesStructures, {
      body: { q: f.numero },
    })
    expect(corps).toMatchObject({ total: 0, elements: [] })
    const absent = await asAutreStructure.appeler(api.lireFormulaire, {
      params: { numero: 'RMA-CAU-R01-01-209912' },
    })
    const cache = await asAutreStructure.appeler(api.lireFormulaire, {
      params: { numero: f.numero },
    })
    expect([cache.statut, cache.libelle]).toEqual([absent.statut, absent.libelle])
  })
})

describe('un filtre laissé vide', () => {
  it('ne retient pas tout', async () => {
    await commencer(asStructure)
    const plein = await reussi(asDpps.appeler(api.listFormulairesStructures, { body: {} }))
    const vides = { etats: [], structures: [], modeles: [], regions: [] }
    const vide = await reussi(asDpps.appeler(api.listFormulairesStructures, { body: vides }))
    expect(plein.total).toBe(1)
    expect(vide).toEqual(plein)
    const mois = await asStructure.brut('GET', '/api/formulaire/lister/3/2025?etat=')
    expect(mois.corps).toMatchObject({ total: 2 })
  })
})
