import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { inscriptionApi as api } from '@releve/contract/inscription/inscription.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { AWA, HEURE, NOUVELLE, ouvrirBancInscription } from './inscription.banc.ts'

const banc = await ouvrirBancInscription()
const { app, base, asDpps, anonyme, avancer, recevoir, repondre, refuse } = banc

const lire = (jeton: string) => () => anonyme.appeler(api.lireInvitation, { params: { jeton } })
const structureDe = (code: string) =>
  reussi(asDpps.appeler(structureApi.lireStructure, { params: { code } }))
const commencer = (token: string, mois: string, corps = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/formulaire/enregistrer/${mois}/2025`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(corps),
  })

describe('répondre à une invitation', () => {
  it('du courriel au premier rapport : le compte s’ouvre, la structure est active', async () => {
    const { jeton } = await recevoir({ dateOuverture: '2024-11-01' })
    expect(await reussi(lire(jeton)())).toEqual({
      code: NOUVELLE.code,
      libelle: NOUVELLE.libelle,
      email: NOUVELLE.email,
      expireLe: '2025-03-23T10:00:00.000Z',
    })
    const session = await reussi(repondre(jeton))
    expect(session).toMatchObject({
      identifiant: 'awa.diallo',
      roles: ['ROLE_STRUCTURE'],
      nomAffichable: 'Awa Diallo',
      forceChangePassword: false,
      structure: { code: NOUVELLE.code },
      autreStructure: [],
    })
    expect(await structureDe(NOUVELLE.code)).toMatchObject({
      etat: 'ACTIVE',
      comptes: [{ identifiant: 'awa.diallo', statut: 'ACTIF' }],
      actions: ['modifier'],
    })
    const premier = await commencer(session.token, 'MARCH', { modele: 'RMA' })
    expect(premier.json()).toMatchObject({ numero: 'RMA-CAU-R02-07-202503', etat: 'BROUILLON' })
    // Not expected before it had an account.
    const avant = await commencer(session.token, 'JANUARY', { modele: 'RMA' })
    expect(avant.json().code).toBe('FORMULAIRE_NON_ATTENDU')
  })

  it('attend de la structure le mois où elle s’ouvre à la plateforme', async () => {
    const { jeton } = await recevoir()
    const { token } = await reussi(repondre(jeton))
    expect((await commencer(token, 'MARCH')).statusCode).toBe(200)
    expect((await structureDe(NOUVELLE.code)).interruptions).toEqual([])
    const { elements } = await reussi(
      asDpps.appeler(formulaireApi.listFormulairesStructures, {
        body: { mois: 'MARCH', annee: 2025, structures: [NOUVELLE.code] },
      }),
    )
    expect(Object.fromEntries(elements.map(({ modele, etat }) => [modele.code, etat]))).toEqual({
      EPM: 'NON_COMMENCE',
      RMA: 'BROUILLON',
    })
  })

  it('enregistre ce que la personne a dit, l’adresse étant celle de l’invitation', async () => {
    const { jeton } = await recevoir()
    await reussi(repondre(jeton, { nom: '  Diallo\n Sow ' }))
    const compte = await base.db
      .selectFrom('utilisateur')
      .selectAll()
      .where('identifiant', '=', 'awa.diallo')
      .executeTakeFirstOrThrow()
    expect(compte).toMatchObject({
      nom: 'Diallo Sow',
      prenoms: 'Awa',
      email: NOUVELLE.email,
      fonction: 'Directrice',
      telephone: '+221 33 800 00 00',
      statut: 'ACTIF',
      derniereConnexion: '2025-03-20T10:00:00.000Z',
    })
    expect(compte.motDePasse).toMatch(/^\$argon2id/)
    const { identifiant, password } = AWA
    await reussi(anonyme.appeler(sessionApi.connecter, { body: { identifiant, password } }))
  })

  it('laisse au journal qui, quand et d’où, jamais le lien ni le mot de passe', async () => {
    const { jeton } = await recevoir()
    await reussi(repondre(jeton))
    const lignes = await base.db
      .selectFrom('journal')
      .innerJoin('utilisateur', 'utilisateur.id', 'journal.utilisateurId')
      .select(['action', 'objet', 'identifiant', 'detail'])
      .orderBy('journal.id')
      .execute()
    expect(lignes.map(({ action, objet, identifiant }) => [action, objet, identifiant])).toEqual([
      ['STRUCTURE_CREEE', NOUVELLE.code, 'dpps'],
      ['INVITATION_ENVOYEE', NOUVELLE.code, 'dpps'],
      ['UTILISATEUR_CREE', 'awa.diallo', 'awa.diallo'],
      ['INVITATION_ACCEPTEE', NOUVELLE.code, 'awa.diallo'],
      ['STRUCTURE_MODIFIEE', NOUVELLE.code, 'awa.diallo'],
      ['CONNEXION', null, 'awa.diallo'],
    ])
    expect(JSON.stringify(lignes)).not.toContain(jeton)
    expect(JSON.stringify(lignes)).not.toContain(AWA.password)
  })

  it('ne lève pas une suspension : elle est à qui l’a décidée', async () => {
    const suspendre = base.db.updateTable('structure').set({ etat: 'SUSPENDUE' })
    await suspendre.where('code', '=', 'ORPH-R02-01').execute()
    const { jeton } = await recevoir({ code: 'ORPH-R02-01' })
    await reussi(repondre(jeton))
    expect((await structureDe('ORPH-R02-01')).etat).toBe('SUSPENDUE')
  })

  it('dit à qui suit les invitations qui a répondu', async () => {
    const { jeton } = await recevoir()
    avancer(HEURE)
    await reussi(repondre(jeton))
    const { elements } = await reussi(asDpps.appeler(api.listInvitations))
    expect(elements).toMatchObject([
      {
        etat: 'ACCEPTEE',
        accepteeLe: '2025-03-20T11:00:00.000Z',
        compte: { identifiant: 'awa.diallo', nomAffichable: 'Awa Diallo' },
        actions: [],
      },
    ])
  })
})

describe('un lien', () => {
  it('inconnu ou forgé reçoit la même réponse, et n’ouvre rien', async () => {
    const { jeton } = await recevoir()
    const forge = `${jeton.slice(0, -1)}${jeton.endsWith('A') ? 'B' : 'A'}`
    const reponses = []
    for (const faux of [
      'inconnu',
      forge,
      `${jeton}x`,
      jeton.toUpperCase(),
      '%F0%9F%94%91',
      "' or 1",
    ]) {
      const params = { jeton: faux }
      const appels = [
        () => anonyme.appeler(api.lireInvitation, { params }),
        () => anonyme.appeler(api.repondreInvitation, { params, body: AWA }),
      ]
      for (const appeler of appels) {
        const { corps } = await refuse('INVITATION_INTROUVABLE', appeler)
        reponses.push({ ...Object(corps), trace: '' })
      }
    }
    expect(new Set(reponses.map((reponse) => JSON.stringify(reponse))).size).toBe(1)
  })

  it('ne sert qu’une fois', async () => {
    const { jeton } = await recevoir()
    await reussi(repondre(jeton))
    await refuse('INVITATION_UTILISEE', lire(jeton))
    await refuse('INVITATION_UTILISEE', () => repondre(jeton, { identifiant: 'un.autre' }))
  })

  it('vaut 72 heures, à la milliseconde', async () => {
    const { jeton } = await recevoir()
    avancer(72 * HEURE - 1)
    expect((await lire(jeton)()).statut).toBe(200)
    avancer(1)
    await refuse('INVITATION_EXPIREE', lire(jeton))
    await refuse('INVITATION_EXPIREE', () => repondre(jeton))
  })

  it('s’éteint quand la structure ferme', async () => {
    const { jeton } = await recevoir()
    const fermer = base.db
      .updateTable('structure')
      .set({ etat: 'FERMEE', dateFermeture: '2025-03-20' })
    await fermer.where('code', '=', NOUVELLE.code).execute()
    await refuse('INVITATION_ANNULEE', lire(jeton))
    await refuse('INVITATION_ANNULEE', () => repondre(jeton))
  })

  it('attend, si sa direction régionale a fermé, qu’on lui en donne une autre', async () => {
    const { jeton, invitation } = await recevoir()
    const direction = base.db.updateTable('structure').where('code', '=', 'DR-R02')
    await direction.set({ etat: 'FERMEE', dateFermeture: '2025-03-20' }).execute()
    const refus = await refuse('PARENT_FERME_DEPUIS', () => repondre(jeton))
    expect(refus.libelle).toContain('Demandez à la direction centrale')
    // Invited once more, the structure would meet the same refusal: who invites learns it first.
    await refuse('PARENT_FERME_AVANT_INVITATION', () =>
      asDpps.appeler(api.inviterStructure, { body: NOUVELLE }),
    )
    const params = { id: invitation.id }
    await refuse('PARENT_FERME_AVANT_INVITATION', () =>
      asDpps.appeler(api.renvoyerInvitation, { params }),
    )
    await direction.set({ etat: 'ACTIVE', dateFermeture: null }).execute()
    await reussi(repondre(jeton))
    expect(await structureDe(NOUVELLE.code)).toMatchObject({ etat: 'ACTIVE' })
  })

  it('de deux réponses à la fois, une seule gagne', async () => {
    const { jeton } = await recevoir()
    const noms = ['awa.diallo', 'bineta.sow', 'coumba.fall']
    const reponses = await Promise.all(noms.map((identifiant) => repondre(jeton, { identifiant })))
    expect(reponses.map(({ statut, code }) => code || String(statut)).toSorted()).toEqual([
      '200',
      'INVITATION_UTILISEE',
      'INVITATION_UTILISEE',
    ])
    expect((await structureDe(NOUVELLE.code)).comptes).toHaveLength(1)
  })
})

describe('ce qui se refuse dans une réponse', () => {
  it('un identifiant déjà pris se dit à son champ, et l’invitation vaut toujours', async () => {
    const { jeton } = await recevoir()
    const pris = await refuse('IDENTIFIANT_EXISTANT', () =>
      repondre(jeton, { identifiant: 'DPPS' }),
    )
    expect(pris.details).toMatchObject([{ chemin: 'body.identifiant' }])
    await reussi(repondre(jeton))
  })

  it('un mot de passe faible se dit à son champ, avec toutes ses raisons', async () => {
    const { jeton } = await recevoir()
    const faible = await refuse('MOT_DE_PASSE_FAIBLE', () =>
      repondre(jeton, { password: 'diallo' }),
    )
    expect(faible.details.length).toBeGreaterThan(1)
    expect(new Set(faible.details.map(({ chemin }) => chemin))).toEqual(new Set(['body.password']))
    await refuse('MOT_DE_PASSE_FAIBLE', () => repondre(jeton, { password: 'Accueil-kv7!pQz9w' }))
  })

  it.each([
    ['identifiant', 'a b'],
    ['identifiant', ''],
    ['nom', ' '],
    ['prenoms', ''],
    ['telephone', 'poste'],
    ['password', 'x'.repeat(129)],
  ])('un champ mal rempli : %s', async (champ, valeur) => {
    const { jeton } = await recevoir()
    const refus = await refuse('REQUETE_INVALIDE', () => repondre(jeton, { [champ]: valeur }))
    expect(refus.details.map(({ chemin }) => chemin)).toContain(`body.${champ}`)
  })

  it('trop d’essais d’une même adresse attendent, et la réponse dit combien', async () => {
    const essais = Array.from({ length: 60 }, () => repondre('inconnu'))
    for (const { code } of await Promise.all(essais)) expect(code).toBe('INVITATION_INTROUVABLE')
    const trop = await refuse('TROP_DE_DEMANDES', () => repondre('inconnu'))
    expect(Number(trop.entetes['retry-after'])).toBeGreaterThan(0)
    // Reading has its own share.
    await refuse('INVITATION_INTROUVABLE', lire('inconnu'))
    avancer(HEURE)
    await refuse('INVITATION_INTROUVABLE', () => repondre('inconnu'))
  })
})
