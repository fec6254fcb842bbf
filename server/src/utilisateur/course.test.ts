import { utilisateurApi as api } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { pendant } from '../session/course.banc.ts'
import { ouvrirBancUtilisateur } from './utilisateur.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, asAdmin, base, creer } = banc

const importer = (par: Personne, texte: string, seulementJustes: 'true' | 'false' = 'false') =>
  par.appeler(api.importerUtilisateurs, {
    body: {
      apercu: 'false',
      seulementJustes,
      fichier: { nom: 'comptes.csv', typeMime: 'text/csv', contenu: Buffer.from(texte) },
    },
  })

// The embedded base has one connection: nobody comes between.
describe.runIf(base.maison === 'serveur')('pendant qu’une autre personne écrit', () => {
  it('un import garde ce qu’elle vient de changer et dont il ne parle pas', async () => {
    const id = await creer('partagee')
    const { appel } = await pendant(
      base,
      async (tx) => {
        await sql`update utilisateur set version = 2 where id = ${id}`.execute(tx)
        await sql`insert into utilisateur_structure (utilisateur_id, structure_id)
          select ${id}, id from structure where code = 'DR-R01'`.execute(tx)
      },
      () => importer(asDpps, 'Identifiant;Téléphone\npartagee;77 00'),
    )
    expect((await appel).statut).toBe(200)
    const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(corps.telephone).toBe('77 00')
    expect(corps.autreStructure).toMatchObject([{ code: 'DR-R01' }])
  })

  it('un import n’écrit pas sur un compte qui vient de changer de nom', async () => {
    const id = await creer('renommee', { telephone: '11 00' })
    const { appel } = await pendant(
      base,
      (tx) => sql`update utilisateur set identifiant = 'autrement' where id = ${id}`.execute(tx),
      () => importer(asDpps, 'Identifiant;Téléphone\nrenommee;77 00'),
    )
    expect(await appel).toMatchObject({ statut: 422, code: 'IMPORT_REFUSE' })
    const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(corps).toMatchObject({ identifiant: 'autrement', telephone: '11 00' })
  })

  it('un import laisse bloqué un compte que l’on vient de bloquer', async () => {
    const id = await creer('bloquee')
    const { appel } = await pendant(
      base,
      (tx) => sql`update utilisateur set statut = 'BLOQUE' where id = ${id}`.execute(tx),
      () => importer(asDpps, 'Identifiant;Téléphone\nbloquee;77 00'),
    )
    expect((await appel).statut).toBe(200)
    const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(corps).toMatchObject({ statut: 'BLOQUE', telephone: '77 00' })
  })

  it('qui est bloqué pendant que son import attend n’importe rien', async () => {
    const id = await creer('intacte', { telephone: '11 00' })
    const bloquer = (statut: string) => sql`update utilisateur set statut = ${statut}
      where id = ${asAdmin.id}`
    const { appel } = await pendant(
      base,
      (tx) => bloquer('BLOQUE').execute(tx),
      () => importer(asAdmin, 'Identifiant;Téléphone\nintacte;77 00'),
    )
    expect(await appel).toMatchObject({ statut: 403, code: 'COMPTE_BLOQUE' })
    await bloquer('ACTIF').execute(base.db)
    const { corps } = await asDpps.appeler(api.lireUtilisateur, { params: { id } })
    expect(corps.telephone).toBe('11 00')
  })

  it('de deux imports des mêmes comptes, le second n’en crée aucun en double et dit pourquoi', async () => {
    const texte = (noms: string[]) =>
      [
        'Identifiant;Nom;Courriel;Rôles',
        ...noms.map((nom) => `${nom};N;n@example.org;Administration`),
      ].join('\n')
    const noms = Array.from({ length: 30 }, (_, rang) => `ensemble-${rang}`)
    // Both have been read, and found nothing, when they go on together.
    const { appel } = await pendant(
      base,
      (tx) =>
        sql`update utilisateur set version = version
        where id in (${asDpps.id}, ${asAdmin.id})`.execute(tx),
      () =>
        Promise.all([importer(asDpps, texte(noms)), importer(asAdmin, texte(noms.toReversed()))]),
      2,
    )
    const dites = (await appel).map(({ statut, code }) => code || String(statut))
    expect(dites.toSorted()).toEqual(['200', 'IMPORT_REFUSE'])
  })

  it('de deux imports des seules lignes justes, le second trouve fait ce que le premier a écrit', async () => {
    const noms = Array.from({ length: 10 }, (_, rang) => `justes-${rang}`)
    const texte = (ordre: string[]) =>
      [
        'Identifiant;Nom;Courriel;Rôles',
        ...ordre.map((nom) => `${nom};N;n@example.org;Administration`),
        'fausse;N;n@example.org;Reine',
      ].join('\n')
    const { appel } = await pendant(
      base,
      (tx) =>
        sql`update utilisateur set version = version
        where id in (${asDpps.id}, ${asAdmin.id})`.execute(tx),
      () =>
        Promise.all([
          importer(asDpps, texte(noms), 'true'),
          importer(asAdmin, texte(noms), 'true'),
        ]),
      2,
    )
    const faits = await appel
    expect(faits.map(({ statut }) => statut)).toEqual([200, 200])
    const effets = faits.map(({ corps }) => new Set(corps.lignes.map(({ effet }) => effet)))
    expect(effets.toSorted((a, b) => Number(b.has('CREER')) - Number(a.has('CREER')))).toEqual([
      new Set(['CREER', 'ERREUR']),
      new Set(['INCHANGE', 'ERREUR']),
    ])
    const { rows } = await sql`select 1 from utilisateur where identifiant like 'justes-%'`.execute(
      base.db,
    )
    expect(rows).toHaveLength(10)
  })

  it('qui perd son rôle en attendant n’administre plus rien', async () => {
    const id = await creer('epargnee')
    const { appel } = await pendant(
      base,
      (tx) =>
        sql`update utilisateur set roles = array['ROLE_STRUCTURE']
        where id = ${asAdmin.id}`.execute(tx),
      () => asAdmin.appeler(api.bloquerUtilisateur, { params: { id }, query: {} }),
    )
    expect(await appel).toMatchObject({ statut: 403, code: 'ROLE_INTERDIT' })
  })
})
