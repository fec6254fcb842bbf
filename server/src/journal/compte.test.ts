import { journalApi as api } from '@releve/contract/journal/journal.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { ouvrirBancUtilisateur } from '../utilisateur/utilisateur.banc.ts'
import { poserLigne } from './journal.banc.ts'

const banc = await ouvrirBancUtilisateur()
const { asDpps, anonyme, creer, ficheDe } = banc
const { db } = banc.base
const LE = banc.horloge.maintenant

/** What the page of an account shows, the oldest first. */
async function lignesDe(id: number): Promise<string[]> {
  const query = { utilisateur: String(id), taille: 50 }
  const { elements, total } = await reussi(asDpps.appeler(api.listJournal, { query }))
  expect(total).toBe(elements.length)
  return elements.map(({ action, objet }) => `${action} ${objet ?? ''}`.trim()).toReversed()
}

/** Renames an account, as its record does. */
async function renommer(id: number, identifiant: string): Promise<void> {
  const { version, email } = await reussi(
    asDpps.appeler(utilisateurApi.lireUtilisateur, { params: { id } }),
  )
  const body = { ...ficheDe(identifiant), email: email ?? '', id, version }
  await reussi(asDpps.appeler(utilisateurApi.modifierUtilisateur, { body }))
}

/** A line as they were before the account acted upon had its own column. */
const ecrireAncienne = (action: string, objet: string, detail = {}) =>
  poserLigne(db, { le: LE, utilisateurId: asDpps.id, action, objet, detail })

const renommage = (avant: string, apres: string) =>
  ecrireAncienne('UTILISATEUR_MODIFIE', apres, { changements: { identifiant: { avant, apres } } })

it('un compte renommé garde ses lignes, faites et subies, refus de connexion compris', async () => {
  const id = await creer('awa.sarr')
  const demande = { params: { id }, query: {} }
  await reussi(asDpps.appeler(utilisateurApi.bloquerUtilisateur, demande))
  await reussi(asDpps.appeler(utilisateurApi.debloquerUtilisateur, demande))
  const body = { identifiant: 'awa.sarr', password: 'Faux-Mot-De-Passe-9' }
  expect((await anonyme.appeler(sessionApi.connecter, { body })).statut).toBe(401)
  await renommer(id, 'awa.ndoye')
  expect(await lignesDe(id)).toEqual([
    'UTILISATEUR_CREE awa.sarr',
    'UTILISATEUR_BLOQUE awa.sarr',
    'UTILISATEUR_DEBLOQUE awa.sarr',
    'CONNEXION_ECHOUEE',
    'UTILISATEUR_MODIFIE awa.ndoye',
  ])
})

it('les lignes d’avant, qui n’ont que le nom, suivent le compte de nom en nom', async () => {
  const id = await creer('troisieme')
  await ecrireAncienne('UTILISATEUR_CREE', 'premier')
  await ecrireAncienne('UTILISATEUR_BLOQUE', 'premier')
  await renommage('premier', 'deuxieme')
  await ecrireAncienne('UTILISATEUR_DEBLOQUE', 'deuxieme')
  await renommage('deuxieme', 'troisieme')
  expect((await lignesDe(id)).slice(1)).toEqual([
    'UTILISATEUR_CREE premier',
    'UTILISATEUR_BLOQUE premier',
    'UTILISATEUR_MODIFIE deuxieme',
    'UTILISATEUR_DEBLOQUE deuxieme',
    'UTILISATEUR_MODIFIE troisieme',
  ])
})

it('un nom repris par un autre compte ne lui apporte pas le passé du premier', async () => {
  const premier = await creer('titulaire')
  await ecrireAncienne('UTILISATEUR_BLOQUE', 'partage')
  await renommage('partage', 'titulaire')
  const second = await creer('partage')
  await ecrireAncienne('UTILISATEUR_DEBLOQUE', 'partage')
  expect(await lignesDe(second)).toEqual([
    'UTILISATEUR_CREE partage',
    'UTILISATEUR_DEBLOQUE partage',
  ])
  expect((await lignesDe(premier)).slice(1)).toEqual([
    'UTILISATEUR_BLOQUE partage',
    'UTILISATEUR_MODIFIE titulaire',
  ])
})

it('deux comptes qui échangent leurs noms gardent chacun leurs lignes', async () => {
  const [un, deux] = [await creer('ici'), await creer('la-bas')]
  await renommer(un, 'entre')
  await renommer(deux, 'ici')
  await renommer(un, 'la-bas')
  expect(await lignesDe(un)).toEqual([
    'UTILISATEUR_CREE ici',
    'UTILISATEUR_MODIFIE entre',
    'UTILISATEUR_MODIFIE la-bas',
  ])
  expect(await lignesDe(deux)).toEqual(['UTILISATEUR_CREE la-bas', 'UTILISATEUR_MODIFIE ici'])
})

it('une structure qui porte le nom d’un compte ne mêle pas ses lignes aux siennes', async () => {
  const id = await creer('CAU-R09-09')
  await ecrireAncienne('STRUCTURE_MODIFIEE', 'CAU-R09-09')
  expect(await lignesDe(id)).toEqual(['UTILISATEUR_CREE CAU-R09-09'])
})
