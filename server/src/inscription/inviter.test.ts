import { inscriptionApi as api } from '@releve/contract/inscription/inscription.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { describe, expect, it } from 'vitest'
import { reussi } from '../../test/formulaires.ts'
import { ouvrirSmtp } from '../tache/smtp.banc.ts'
import { AWA, HEURE, jetonDe, NOUVELLE, ouvrirBancInscription } from './inscription.banc.ts'

const banc = await ouvrirBancInscription()
const { asDpps, asAdmin, anonyme, base, avancer, inviter, poster, recevoir, refuse } = banc

const inviterAvec = (champs: object) => () =>
  asDpps.brut('POST', '/api/inscrire', { ...NOUVELLE, ...champs })
const lister = (query = {}) => reussi(asDpps.appeler(api.listInvitations, { query }))
const renvoyer = (id: number) => () => asDpps.appeler(api.renvoyerInvitation, { params: { id } })
const annuler = (id: number) => () => asDpps.appeler(api.annulerInvitation, { params: { id } })
const lire = (jeton: string) => () => anonyme.appeler(api.lireInvitation, { params: { jeton } })
const structureDe = (code: string) =>
  reussi(asDpps.appeler(structureApi.lireStructure, { params: { code } }))

describe('inviter une structure', () => {
  it('la crée invitée, avec les modèles de son type, ouverte d’aujourd’hui', async () => {
    const invitation = await inviter()
    expect(invitation).toMatchObject({
      structure: { code: NOUVELLE.code, libelle: NOUVELLE.libelle },
      email: NOUVELLE.email,
      etat: 'COURRIEL_EN_ATTENTE',
      invitePar: { nomAffichable: 'dpps' },
      envois: 1,
      expireLe: null,
      courriel: 'EN_ATTENTE',
      actions: ['renvoyer', 'annuler'],
    })
    const structure = await structureDe(NOUVELLE.code)
    expect(structure).toMatchObject({ etat: 'INVITEE', capacite: 30, parent: { code: 'DR-R02' } })
    expect(structure.modeles).toEqual(['RMA', 'EPM'])
    expect(structure.dateOuverture).toBe('2025-03-20')
    expect(structure.interruptions).toEqual([{ etat: 'INVITEE', du: '2025-03-20', au: null }])
    expect(await banc.lignesDuJournal()).toEqual([
      { action: 'STRUCTURE_CREEE', objet: NOUVELLE.code },
      { action: 'INVITATION_ENVOYEE', objet: NOUVELLE.code },
    ])
  })

  it('envoie un courriel qui dit quoi faire, et n’en garde pas le lien', async () => {
    await inviter()
    const smtp = await poster()
    expect(smtp.recus.map(({ a }) => a)).toEqual([[NOUVELLE.email]])
    const [recu] = smtp.recus
    expect(recu?.courriel.subject).toContain('Centre d’accueil de Bois-Joli')
    expect(recu?.courriel.text).toMatch(/72\sheures/)
    const jeton = jetonDe(smtp)
    expect(recu?.courriel.html).toContain(`/auth/register-unprotected?jeton=${jeton}`)
    const garde = await base.db.selectFrom('tache').select('charge').execute()
    const invitations = await base.db.selectFrom('invitation').selectAll().execute()
    const journal = await base.db.selectFrom('journal').selectAll().execute()
    expect(JSON.stringify([garde, invitations, journal])).not.toContain(jeton)
    expect((await lister()).elements).toMatchObject([{ etat: 'EN_ATTENTE', courriel: 'ENVOYE' }])
  })

  it('envoie un courriel où un nom piégé ne fait ni en-tête, ni balise, ni ligne', async () => {
    const suite = '\r\nBcc: espion@example.org\r\n\r\n<script>alert("x")</script>'
    await inviter({ libelle: `Zo\u202Eé${suite}${'🏠'.repeat(20)}`, responsable: `Awa${suite}` })
    const [recu] = (await poster()).recus
    const { source = '', a, courriel } = recu ?? {}
    expect(a).toEqual([NOUVELLE.email])
    expect(source.slice(0, source.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im)
    const nom = 'Zoé Bcc: espion@example.org <script>alert("x")</script>'
    expect(courriel?.subject).toContain(`${nom}${'🏠'.repeat(20)}`)
    expect(courriel?.text).toContain(`votre structure\u00a0: ${nom}`)
    expect(courriel?.html).not.toContain('<script>')
  })

  it('prend les modèles et la date qu’on lui donne', async () => {
    await inviter({ modeles: ['RMA'], dateOuverture: '2025-01-15' })
    expect(await structureDe(NOUVELLE.code)).toMatchObject({
      modeles: ['RMA'],
      dateOuverture: '2025-01-15',
      interruptions: [{ etat: 'INVITEE', du: '2025-01-15', au: null }],
    })
  })

  it('réinvite un code qui n’a pas de compte actif, sans toucher à sa fiche', async () => {
    const avant = await structureDe('ORPH-R02-01')
    const { structure } = await inviter({ code: 'ORPH-R02-01', libelle: 'Autre nom' })
    expect(structure.libelle).toBe(avant.libelle)
    expect(await structureDe('ORPH-R02-01')).toEqual(avant)
  })

  it('inviter deux fois le même code renvoie l’invitation : une seule reste ouverte', async () => {
    const premiere = await recevoir()
    const seconde = await recevoir({ email: 'direction@bois-joli.example.org' })
    expect(seconde.invitation).toMatchObject({
      id: premiere.invitation.id,
      envois: 2,
      email: 'direction@bois-joli.example.org',
    })
    await refuse('INVITATION_INTROUVABLE', lire(premiere.jeton))
    expect((await lire(seconde.jeton)()).statut).toBe(200)
  })

  it.each([
    ['un code qui a un compte actif', { code: 'CAU-R01-01' }, 'STRUCTURE_DEJA_INSCRITE'],
    ['un type inconnu', { typeStructure: 'XXX' }, 'CODE_INCONNU'],
    ['une région inconnue', { region: 'R99' }, 'CODE_INCONNU'],
    ['un modèle inconnu', { modeles: ['ZZZ'] }, 'MODELE_INCONNU'],
    ['un modèle d’un autre type', { modeles: ['SMP'] }, 'MODELE_INADAPTE'],
    ['un rattachement inconnu', { parent: 'DR-R77' }, 'PARENT_INCONNU'],
    ['une adresse mal écrite', { email: 'bois-joli' }, 'REQUETE_INVALIDE'],
    ['un code mal écrit', { code: 'cau r02' }, 'REQUETE_INVALIDE'],
  ] as const)('refuse %s, et n’écrit rien', async (_, champs, code) => {
    await refuse(code, inviterAvec(champs))
  })

  it('refuse une structure fermée', async () => {
    await base.db
      .updateTable('structure')
      .set({ etat: 'FERMEE', dateFermeture: '2025-02-01' })
      .where('code', '=', 'ORPH-R02-01')
      .execute()
    await refuse('STRUCTURE_NON_INVITABLE', inviterAvec({ code: 'ORPH-R02-01' }))
  })

  it('deux invitations du même code à la fois n’en laissent qu’une', async () => {
    const faites = await Promise.all([inviter(), inviter()])
    expect(new Set(faites.map(({ id }) => id)).size).toBe(1)
    expect((await lister()).total).toBe(1)
  })
})

describe('le lien d’une invitation', () => {
  it('n’est tiré qu’au départ du courriel, et vaut 72 heures de ce jour-là', async () => {
    const { id } = await inviter()
    const { charge } = await base.db.selectFrom('tache').select('charge').executeTakeFirstOrThrow()
    expect(JSON.stringify(charge)).not.toContain('jeton')
    avancer(10 * 24 * HEURE)
    const enAttente = { id, etat: 'COURRIEL_EN_ATTENTE', courriel: 'EN_ATTENTE', expireLe: null }
    expect((await lister({ etat: 'EXPIREE' })).elements).toEqual([])
    expect((await lister()).elements).toMatchObject([enAttente])
    const jeton = jetonDe(await poster())
    expect((await reussi(lire(jeton)())).expireLe).toBe('2025-04-02T10:00:00.000Z')
    expect((await lister()).elements).toMatchObject([
      { id, etat: 'EN_ATTENTE', expireLe: '2025-04-02T10:00:00.000Z' },
    ])
    avancer(72 * HEURE)
    expect((await lister()).elements).toMatchObject([{ id, etat: 'EXPIREE' }])
    await refuse('INVITATION_EXPIREE', lire(jeton))
  })

  it('d’un courriel remis à plus tard part à l’essai suivant', async () => {
    await inviter()
    const smtp = await ouvrirSmtp()
    let essais = 0
    smtp.humeur.data = () => (++essais === 1 ? { code: 451, dit: 'plus tard' } : null)
    await poster(smtp)
    avancer(HEURE)
    await poster(smtp)
    expect([essais, smtp.recus.length]).toEqual([2, 1])
    expect((await lire(jetonDe(smtp))()).statut).toBe(200)
  })

  it('ne part pas quand la structure a été fermée ou a reçu un compte entre-temps', async () => {
    await inviter()
    await inviter({ code: 'ORPH-R02-01' })
    await base.db
      .updateTable('structure')
      .set({ etat: 'FERMEE', dateFermeture: '2025-03-20' })
      .where('code', '=', NOUVELLE.code)
      .execute()
    await reussi(
      asDpps.appeler(utilisateurApi.creerUtilisateur, {
        body: {
          identifiant: 'sans-invitation',
          nom: 'Ba',
          prenoms: 'Omar',
          email: 'ba@example.org',
          roles: ['ROLE_STRUCTURE'],
          structure: 'ORPH-R02-01',
        },
      }),
    )
    expect((await poster()).recus).toEqual([])
    for (const { etat, courriel } of (await lister()).elements) {
      expect([etat, courriel]).toEqual(['COURRIEL_NON_PARTI', 'SANS_OBJET'])
    }
  })
})

describe('renvoyer une invitation', () => {
  it('donne un nouveau lien pour 72 heures ; le précédent ne vaut plus rien', async () => {
    const { jeton, invitation } = await recevoir()
    avancer(80 * HEURE)
    await refuse('INVITATION_EXPIREE', lire(jeton))
    const renvoyee = await reussi(renvoyer(invitation.id)())
    expect(renvoyee).toMatchObject({ envois: 2, email: NOUVELLE.email })
    await refuse('INVITATION_INTROUVABLE', lire(jeton))
    const nouveau = jetonDe(await poster())
    expect((await reussi(lire(nouveau)())).expireLe).toBe('2025-03-26T18:00:00.000Z')
    expect((await banc.lignesDuJournal()).at(-1)?.action).toBe('INVITATION_RENVOYEE')
  })

  it('retire de la boîte d’envoi le courriel qui attendait encore', async () => {
    const { id } = await inviter()
    await reussi(renvoyer(id)())
    const smtp = await poster()
    expect(smtp.recus).toHaveLength(1)
    expect((await lire(jetonDe(smtp))()).statut).toBe(200)
  })

  it('se refuse quand elle est acceptée, annulée, inconnue, ou quand la structure a un compte', async () => {
    await refuse('INVITATION_INTROUVABLE', renvoyer(999))
    const { id } = await inviter()
    await reussi(annuler(id)())
    await refuse('INVITATION_CLOSE', renvoyer(id))
    const { jeton, invitation } = await recevoir()
    await reussi(banc.repondre(jeton))
    await refuse('INVITATION_CLOSE', renvoyer(invitation.id))
    const autre = await inviter({ code: 'ORPH-R02-01' })
    await base.db
      .updateTable('utilisateur')
      .set({ structureId: banc.structures.get('ORPH-R02-01') ?? null })
      .where('identifiant', '=', AWA.identifiant)
      .execute()
    await refuse('STRUCTURE_DEJA_INSCRITE', renvoyer(autre.id))
    expect((await lister({ q: 'orphelinat' })).elements[0]?.actions).toEqual(['annuler'])
  })
})

describe('annuler une invitation', () => {
  it('éteint son lien et son courriel ; la structure pourra être invitée de nouveau', async () => {
    const { jeton, invitation } = await recevoir()
    expect(await reussi(annuler(invitation.id)())).toMatchObject({
      etat: 'ANNULEE',
      annuleeLe: '2025-03-20T10:00:00.000Z',
      actions: [],
    })
    await refuse('INVITATION_ANNULEE', lire(jeton))
    await refuse('INVITATION_ANNULEE', () => banc.repondre(jeton))
    await refuse('INVITATION_CLOSE', annuler(invitation.id))
    await refuse('INVITATION_INTROUVABLE', annuler(999))
    expect((await inviter()).id).not.toBe(invitation.id)
    await reussi(annuler((await inviter()).id)())
    expect((await poster()).recus).toEqual([])
  })
})

it('seule la DPPS invite, et suit les invitations', async () => {
  const { asStructure, asDirectionRegionale, asAutreStructure } = banc
  const { id } = await inviter()
  const params = { id }
  const obtenir = async (qui: Pick<typeof asDpps, 'appeler'>) => {
    const reponses = [
      await qui.appeler(api.listInvitations),
      await qui.appeler(api.inviterStructure, { body: NOUVELLE }),
      await qui.appeler(api.renvoyerInvitation, { params }),
      await qui.appeler(api.annulerInvitation, { params }),
    ]
    return new Set(reponses.map(({ statut, code }) => code || String(statut)))
  }
  for (const qui of [asAdmin, asStructure, asDirectionRegionale, asAutreStructure]) {
    expect(await obtenir(qui), qui.identifiant).toEqual(new Set(['DROIT_INSUFFISANT']))
  }
  expect(await obtenir(anonyme)).toEqual(new Set(['JETON_ABSENT']))
  expect(await obtenir(asDpps)).toEqual(new Set(['200']))
})
