import { readFileSync } from 'node:fs'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import { LIBELLES_ACTES } from '@releve/contract/formulaire/historique.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { empreinteDe } from '../platform/jeton.ts'
import { hacherMotDePasse } from '../platform/mot-de-passe.ts'
import {
  forcer,
  historiqueDe,
  modifier,
  ouvrirBancFormulaires,
  refuse,
  regler,
} from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAdmin, asDpps, asAutreDpps } = banc
const { db } = banc.base

/** A report that this person submits, on behalf of CAU-R01-01 if he is not of it. */
const soumisPar = async (qui: Personne) =>
  reussi(agir(qui, 'soumettre', await commencer(asStructure)))

describe('qui soumet un rapport', () => {
  it('ne le valide pas : une autre personne le fait', async () => {
    const f = await soumisPar(asDpps)
    expect(f.actions).not.toContain('valider')
    expect((await relire(asAdmin, f.numero)).actions).toContain('valider')
    const { libelle } = await refuse(banc, 'DOUBLE_REGARD_SOUMISSION', () =>
      agir(asDpps, 'valider', f),
    )
    expect(libelle).toBe(
      'Ce rapport a été soumis par vous\u00a0: une autre personne doit le valider.',
    )
    expect((await reussi(agir(asAdmin, 'valider', f))).etat).toBe('VALIDE')
  })

  it('ne le voit validable dans aucune liste, ni dans l’examen d’un lot', async () => {
    const { id, numero } = await soumisPar(asDpps)
    const actions = async (qui: Personne) => {
      const body = { etats: ['SOUMIS' as const] }
      const liste = await reussi(qui.appeler(api.listFormulairesStructures, { body }))
      const params = { mois: 'MARCH' as const, annee: 2025 }
      const mois = await reussi(qui.appeler(api.listFormulaires, { params }))
      const lot = await reussi(qui.appeler(api.examinerFormulaires, { body: { ids: [id] } }))
      const duMois = mois.elements.filter((un) => un.numero === numero)
      return [...liste.elements, ...duMois, ...lot].map((un) => un.actions.includes('valider'))
    }
    expect(await actions(asDpps)).toEqual([false, false, false])
    expect(await actions(asAutreDpps)).toEqual([true, true, true])
  })

  it('ne le force pas à VALIDE, ni ne se le voit proposer', async () => {
    const f = await soumisPar(asDpps)
    expect(f.etatsPossibles).toEqual(['BROUILLON', 'RENVOYE'])
    await refuse(banc, 'DOUBLE_REGARD_SOUMISSION', () => forcer(asDpps, f, 'VALIDE'))
    const rouvert = await reussi(forcer(asDpps, f, 'BROUILLON'))
    await refuse(banc, 'DOUBLE_REGARD_SOUMISSION', () => forcer(asDpps, rouvert, 'VALIDE'))
    const valide = await reussi(forcer(asAutreDpps, rouvert, 'VALIDE'))
    expect(valide.etat).toBe('VALIDE')
  })

  it('ne le ramène pas à VALIDE depuis APPROUVE', async () => {
    let f = await reussi(agir(asAdmin, 'valider', await soumisPar(asDpps)))
    f = await reussi(agir(asDpps, 'approuver', f))
    await refuse(banc, 'DOUBLE_REGARD_SOUMISSION', () => forcer(asDpps, f, 'VALIDE'))
    expect((await reussi(forcer(asAutreDpps, f, 'VALIDE'))).etat).toBe('VALIDE')
  })

  it('en le forçant à SOUMIS, le soumet', async () => {
    const f = await reussi(forcer(asDpps, await commencer(asStructure), 'SOUMIS'))
    await refuse(banc, 'DOUBLE_REGARD_SOUMISSION', () => agir(asDpps, 'valider', f))
    expect((await reussi(agir(asAutreDpps, 'valider', f))).etat).toBe('VALIDE')
  })

  it('est qui l’a soumis en dernier', async () => {
    const f = await renvoyer(asAdmin, await soumisPar(asDpps))
    const corrige = await reussi(modifier(asStructure, f, { DIFF: 'Corrigé.' }))
    const soumis = await reussi(agir(asStructure, 'soumettre', corrige))
    expect((await reussi(agir(asDpps, 'valider', soumis))).etat).toBe('VALIDE')
    const autre = await amener(banc, 'RENVOYE', { modele: 'EPM' })
    const repris = await reussi(agir(asDpps, 'soumettre', autre))
    await refuse(banc, 'DOUBLE_REGARD_SOUMISSION', () => agir(asDpps, 'valider', repris))
  })

  it('le valide quand le double regard est éteint', async () => {
    await regler(banc, 'doubleRegard', false)
    const f = await soumisPar(asDpps)
    expect(f.actions).toContain('valider')
    expect((await reussi(agir(asDpps, 'valider', f))).etat).toBe('VALIDE')
  })

  it('peut l’approuver, validé par une autre : une DPPS et un ADMIN suffisent à le diffuser', async () => {
    let f = await soumisPar(asDpps)
    f = await reussi(agir(asAdmin, 'valider', f))
    f = await reussi(agir(asDpps, 'approuver', f))
    expect((await reussi(agir(asDpps, 'diffuser', f))).etat).toBe('DIFFUSE')
  })

  it('se dit, d’un rapport d’avant : la migration le lit dans l’historique', async () => {
    const { numero } = await renvoyer(asAdmin, await soumisPar(asDpps))
    await db.updateTable('formulaire').set({ soumisPar: null }).execute()
    const migration = new URL('../../migrations/0049-soumission.sql', import.meta.url)
    const [reprise = ''] = /update formulaire f[^;]+/.exec(readFileSync(migration, 'utf8')) ?? []
    await sql.raw(reprise).execute(db)
    const { soumisPar: qui } = await db
      .selectFrom('formulaire')
      .select('soumisPar')
      .where('numero', '=', numero)
      .executeTakeFirstOrThrow()
    expect(qui).toBe(asDpps.id)
  })
})

/** These people sign in from one device, as a shared computer has one for all. */
async function partager(...gens: Personne[]): Promise<void> {
  const ids = gens.map(({ id }) => id)
  const empreinteAppareil = empreinteDe('un poste partagé')
  await db.updateTable('session').set({ empreinteAppareil: null }).execute()
  await db
    .updateTable('session')
    .set({ empreinteAppareil })
    .where('utilisateurId', 'in', ids)
    .execute()
}

const journal = async () =>
  db
    .selectFrom('journal')
    .select(['action', 'utilisateurId', 'objet', 'detail'])
    .where('action', '=', 'VALIDATION_MEME_APPAREIL')
    .execute()

describe('validé depuis l’appareil d’où un autre compte l’a soumis', () => {
  it('est permis, et les deux historiques le disent, avec les deux comptes', async () => {
    await partager(asStructure, asAdmin)
    const avant = (await journal()).length
    const valide = await reussi(agir(asAdmin, 'valider', await soumisPar(asStructure)))
    expect(valide.etat).toBe('VALIDE')
    const [validation, soumission, creation] = await historiqueDe(asDpps, valide.numero)
    expect([validation?.action, validation?.memeAppareil]).toEqual([
      'valider',
      { acte: 'SOUMISSION', agent: 'cau-r01-01' },
    ])
    expect([soumission?.action, soumission?.memeAppareil]).toEqual([
      'soumettre',
      { acte: 'VALIDATION', agent: 'admin' },
    ])
    expect(creation?.memeAppareil).toBeNull()
    expect((await journal()).slice(avant)).toEqual([
      {
        action: 'VALIDATION_MEME_APPAREIL',
        utilisateurId: asAdmin.id,
        objet: valide.numero,
        detail: { soumisPar: 'cau-r01-01' },
      },
    ])
    // Said again on a line that lost the answer: nothing more is written.
    await reussi(agir(asAdmin, 'valider', { ...valide, version: valide.version - 1 }))
    expect((await journal()).length).toBe(avant + 1)
  })

  it('le dit aussi quand l’état est forcé, et dans le fichier de l’historique', async () => {
    await partager(asStructure, asDpps)
    const f = await soumisPar(asStructure)
    await reussi(forcer(asDpps, f, 'VALIDE'))
    const [validation] = await historiqueDe(asDpps, f.numero)
    expect(validation?.memeAppareil).toEqual({ acte: 'SOUMISSION', agent: 'cau-r01-01' })
    const { octets } = await asDpps.appeler(api.exporterHistorique, {
      params: { numero: f.numero },
      query: { format: 'csv' },
    })
    const lignes = octets.toString().split('\r\n')
    const ligneDe = (acte: string) => lignes.find((une) => une.includes(acte))
    expect(ligneDe(LIBELLES_ACTES['changerEtat'] ?? '')).toContain(
      'Validé depuis l’appareil d’où cau-r01-01 l’a soumis',
    )
    expect(ligneDe(LIBELLES_ACTES['soumettre'] ?? '')).toContain(
      'Soumis depuis l’appareil d’où dpps l’a ensuite validé',
    )
  })

  it('ne dit rien de deux appareils, ni d’un appareil inconnu', async () => {
    await partager(asStructure)
    const f = await reussi(agir(asAdmin, 'valider', await soumisPar(asStructure)))
    expect((await historiqueDe(asDpps, f.numero)).map((ligne) => ligne.memeAppareil)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('ne garde rien de l’appareil d’un rapport diffusé', async () => {
    await partager(asStructure)
    const empreintes = async () =>
      (await db.selectFrom('formulaire').select('soumisAppareil').execute()).map(
        ({ soumisAppareil }) => soumisAppareil?.length ?? null,
      )
    let f = await soumisPar(asStructure)
    expect(await empreintes()).toEqual([32])
    f = await reussi(agir(asAdmin, 'valider', f))
    f = await reussi(agir(asDpps, 'approuver', f))
    await reussi(agir(asDpps, 'diffuser', f))
    expect(await empreintes()).toEqual([null])
  })

  it('se sait du jeton que le navigateur montre en se connectant, et qui reste à lui', async () => {
    const motDePasse = 'Pivoine-Orange-77'
    const empreinte = await hacherMotDePasse(motDePasse)
    await db.updateTable('utilisateur').set({ motDePasse: empreinte }).execute()
    const connecter = async (identifiant: string, jetonAppareil?: string) => {
      const body = { identifiant, password: motDePasse, ...(jetonAppareil && { jetonAppareil }) }
      return reussi(banc.anonyme.appeler(sessionApi.connecter, { body }))
    }
    const { jetonAppareil } = await connecter('cau-r01-01')
    await connecter('admin', jetonAppareil)
    await connecter('dpps')
    const sessions = await db
      .selectFrom('session as s')
      .innerJoin('utilisateur as u', 'u.id', 's.utilisateurId')
      .select(['u.identifiant', 's.empreinteAppareil'])
      .orderBy('s.id', 'desc')
      .limit(3)
      .execute()
    const [dpps, admin, structure] = sessions.map(({ empreinteAppareil }) =>
      empreinteAppareil?.toString('hex'),
    )
    expect(structure).toBe(empreinteDe(jetonAppareil ?? '').toString('hex'))
    expect(admin).toBe(structure)
    expect(dpps).not.toBe(structure)
  })
})
