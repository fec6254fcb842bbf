import { documentApi } from '@releve/contract/document/document.api.ts'
import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { deposer, envoyer as deposerBrut } from '../document/document.banc.ts'
import { insertUtilisateur } from '../utilisateur/utilisateur.sql.ts'
import { CLE, ecrire, envoyer, joindre, ouvrirBancMessages, recus } from './messagerie.banc.ts'

const banc = await ouvrirBancMessages()
const { asDpps, asAutreDpps, asAdmin, asStructure, asCollegue } = banc
const { asAutreStructure, asDirectionRegionale, anonyme } = banc
const { db } = banc.base

async function compter() {
  const { rows } = await sql<{ messages: number; copies: number }>`
    select (select count(*)::int from message) as messages,
      (select count(*)::int from message_destinataire) as copies`.execute(db)
  return rows[0]
}
const RIEN = { messages: 0, copies: 0 }

describe('un message envoyé', () => {
  it('arrive à chacun, non lu, et reste à qui l’envoie', async () => {
    const envoye = await ecrire(asDpps, [asStructure, asAutreStructure], {
      objet: 'Réunion',
      corps: 'Lundi à 9 h.',
    })
    expect(envoye).toMatchObject({
      objet: 'Réunion',
      corps: 'Lundi à 9 h.',
      envoye: true,
      luLe: null,
      nombre: 2,
      envoyeLe: '2025-03-20T10:00:00.000Z',
      automatique: false,
      formulaire: null,
      documents: [],
    })
    expect(envoye.destinataires.map(({ nomAffichable }) => nomAffichable)).toEqual([
      'cau-r01-01',
      'cpoly-r02-01',
    ])
    for (const qui of [asStructure, asAutreStructure]) {
      const [recu] = await recus(qui)
      expect(recu).toMatchObject({ id: envoye.id, envoye: false, luLe: null, important: false })
      expect(recu?.expediteur).toEqual({
        id: asDpps.id,
        nomAffichable: 'dpps',
        structure: null,
        email: null,
      })
    }
    expect(await recus(asCollegue)).toEqual([])
    expect(await recus(asDpps)).toEqual([])
  })

  it('ne compte qu’une fois une personne nommée deux fois, ou dans deux groupes', async () => {
    const envoye = await ecrire(asDpps, [asStructure, asStructure], {
      groupes: [{ genre: 'REGION', code: 'R01' }, { genre: 'TOUTES' }],
    })
    expect(await recus(asStructure)).toHaveLength(1)
    expect(envoye.nombre).toBe(4)
    expect(envoye.destinataires.map(({ id }) => id)).toEqual([asStructure.id])
  })

  it('garde comme du texte ce qui ressemble à des balises', async () => {
    const objet = '<b>Gras</b> <script>alert(1)</script>'
    await ecrire(asDpps, [asStructure], { objet, corps: '<img src=x onerror=alert(1)>' })
    expect((await recus(asStructure))[0]).toMatchObject({
      objet,
      corps: '<img src=x onerror=alert(1)>',
    })
  })

  it('a son objet sur une ligne, sans signe caché, et son corps sur plusieurs', async () => {
    await ecrire(asDpps, [asStructure], {
      objet: ' Un\r\nobjet\u2028plié\u202E ',
      corps: 'Une ligne\r\nune autre\u0007',
    })
    expect((await recus(asStructure))[0]).toMatchObject({
      objet: 'Un objet plié',
      corps: 'Une ligne\nune autre',
    })
  })

  it('ne laisse aucune ligne dans le journal de sécurité', async () => {
    const compte = () => db.selectFrom('journal').select('id').execute()
    const avant = await compte()
    await ecrire(asDpps, [asStructure])
    expect(await compte()).toEqual(avant)
  })
})

describe('à qui l’on peut écrire', () => {
  const noms = async (qui: typeof asDpps, param = 'tous') =>
    (await reussi(qui.appeler(api.listAdresses, { params: { param } }))).map(
      ({ nomAffichable }) => nomAffichable,
    )

  it('est chacun pour les utilisateurs centraux, sauf soi-même', async () => {
    expect(await noms(asDpps)).toEqual([
      'admin',
      'cau-r01-01',
      'cau-r01-01-b',
      'cpoly-r02-01',
      'dpps-adjoint',
      'dr-r01',
    ])
    expect(await noms(asAdmin)).toHaveLength(6)
  })

  it('est, pour une structure, les utilisateurs centraux, les siens et sa direction régionale', async () => {
    expect(await noms(asStructure)).toEqual([
      'admin',
      'cau-r01-01-b',
      'dpps',
      'dpps-adjoint',
      'dr-r01',
    ])
    expect(await noms(asAutreStructure)).toEqual(['admin', 'dpps', 'dpps-adjoint'])
  })

  it('est aussi, pour une direction régionale, les structures qui lui sont rattachées', async () => {
    expect(await noms(asDirectionRegionale)).toEqual([
      'admin',
      'cau-r01-01',
      'cau-r01-01-b',
      'dpps',
      'dpps-adjoint',
    ])
  })

  it('se restreint à un rôle, ou aux mots cherchés, sans égard aux accents', async () => {
    await db
      .updateTable('utilisateur')
      .set({ fonction: 'Éducatrice' })
      .where('id', '=', asCollegue.id)
      .execute()
    expect(await noms(asStructure, 'ROLE_DPPS')).toEqual(['dpps', 'dpps-adjoint'])
    expect(await noms(asDpps, 'educatrice CAU')).toEqual(['cau-r01-01-b'])
    expect(await noms(asStructure, 'cpoly')).toEqual([])
  })

  it('ne comprend ni compte bloqué, ni compte invité', async () => {
    for (const statut of ['BLOQUE', 'INVITE'] as const) {
      await db.updateTable('utilisateur').set({ statut }).where('id', '=', asAdmin.id).execute()
      expect(await noms(asStructure)).not.toContain('admin')
      const refus = await envoyer(asStructure, [asAdmin])
      expect([refus.statut, refus.code]).toEqual([422, 'DESTINATAIRE_INCONNU'])
    }
    await db
      .updateTable('utilisateur')
      .set({ statut: 'ACTIF' })
      .where('id', '=', asAdmin.id)
      .execute()
  })

  it.each([
    ['hors de ses droits', () => [asStructure, asAutreStructure]],
    ['inconnu', () => [asStructure, { id: 2_000_000_000 }]],
    ['soi-même', () => [asStructure, asDirectionRegionale]],
  ] as const)('refuse un destinataire %s, et n’écrit rien', async (_, a) => {
    const refus = await envoyer(asDirectionRegionale, a())
    expect([refus.statut, refus.code]).toEqual([422, 'DESTINATAIRE_INCONNU'])
    expect(await compter()).toEqual(RIEN)
  })

  it('refuse un message sans destinataire', async () => {
    const refus = await envoyer(asDpps, [])
    expect([refus.statut, refus.code]).toEqual([422, 'DESTINATAIRE_REQUIS'])
    expect(await compter()).toEqual(RIEN)
  })

  it('refuse de nommer plus de 200 personnes une à une', async () => {
    const a = Array.from({ length: 10_000 }, (_, n) => ({ id: n + 1 }))
    const refus = await envoyer(asDpps, a)
    expect([refus.statut, refus.code]).toEqual([400, 'REQUETE_INVALIDE'])
    expect(refus.details[0]?.libelle).toBe('Nommez au plus 200 personnes, ou choisissez un groupe.')
    expect(await compter()).toEqual(RIEN)
  })
})

describe('un groupe', () => {
  it('se résout à l’envoi : les gens d’une région, d’un type, d’un rôle, de toutes les structures', async () => {
    const envoyes = async (genre: 'REGION' | 'TYPE' | 'ROLE' | 'TOUTES', code?: string) => {
      const { id, groupes, nombre, destinataires } = await ecrire(asDpps, [], {
        groupes: [{ genre, code }],
      })
      expect(destinataires).toEqual([])
      const copies = await db
        .selectFrom('messageDestinataire')
        .innerJoin('utilisateur', 'utilisateur.id', 'utilisateurId')
        .select('identifiant')
        .where('messageId', '=', id)
        .where('envoye', '=', false)
        .orderBy('identifiant')
        .execute()
      expect(nombre).toBe(copies.length)
      return [groupes[0]?.libelle, ...copies.map(({ identifiant }) => identifiant)]
    }
    const premiere = ['cau-r01-01', 'cau-r01-01-b', 'dr-r01']
    expect((await envoyes('REGION', 'R01')).slice(1)).toEqual(premiere)
    expect((await envoyes('TYPE', 'CPOLY')).slice(1)).toEqual(['cpoly-r02-01'])
    expect(await envoyes('ROLE', 'ROLE_ADMIN')).toEqual(['Administration', 'admin'])
    expect(await envoyes('TOUTES')).toEqual([
      'Toutes les structures',
      'cau-r01-01',
      'cau-r01-01-b',
      'cpoly-r02-01',
      'dr-r01',
    ])
  })

  it('d’une direction régionale ne compte que ses structures', async () => {
    const offerts = await reussi(asDirectionRegionale.appeler(api.listGroupes))
    expect(offerts).toEqual([
      { genre: 'TOUTES', code: null, libelle: 'Toutes mes structures rattachées', nombre: 2 },
      { genre: 'ROLE', code: 'ROLE_ADMIN', libelle: 'Administration', nombre: 1 },
      { genre: 'ROLE', code: 'ROLE_DPPS', libelle: 'Direction centrale', nombre: 2 },
    ])
    const { nombre } = await ecrire(asDirectionRegionale, [], { groupes: [{ genre: 'TOUTES' }] })
    expect(nombre).toBe(2)
    expect(await recus(asAutreStructure)).toEqual([])
  })

  it('d’une structure est de la direction centrale ou de l’administration', async () => {
    const offerts = await reussi(asStructure.appeler(api.listGroupes))
    expect(offerts.map(({ code }) => code)).toEqual(['ROLE_ADMIN', 'ROLE_DPPS'])
    const { nombre } = await ecrire(asStructure, [], {
      groupes: [{ genre: 'ROLE', code: 'ROLE_DPPS' }],
    })
    expect(nombre).toBe(2)
  })

  it.each([
    ['d’une région inconnue', () => asDpps, 'REGION', 'R99'],
    ['d’un rôle inconnu', () => asDpps, 'ROLE', 'ROLE_ROI'],
    ['d’une région, pour une structure', () => asStructure, 'REGION', 'R01'],
    ['de toutes les structures, pour une structure', () => asStructure, 'TOUTES', undefined],
  ] as const)('refuse celui %s', async (_, qui, genre, code) => {
    const refus = await envoyer(qui(), [], { groupes: [{ genre, code }] })
    expect([refus.statut, refus.code]).toEqual([422, 'GROUPE_INCONNU'])
    expect(await compter()).toEqual(RIEN)
  })

  it('de plus de 5 000 personnes se refuse, et dit leur nombre', async () => {
    const structureId = banc.structures.get('CPOLY-R02-01') ?? 0
    await sql`insert into utilisateur (identifiant, nom, nom_affichable, roles, structure_id,
        mot_de_passe)
      select 'foule-' || n, 'Foule', 'Foule ' || n, '{ROLE_STRUCTURE}', ${structureId}, '!'
      from generate_series(1, 5000) n`.execute(db)
    const refus = await envoyer(asDpps, [], { groupes: [{ genre: 'TOUTES' }] })
    expect([refus.statut, refus.code]).toEqual([422, 'DESTINATAIRES_TROP_NOMBREUX'])
    expect(refus.libelle).toMatch(/5\s004 personnes, pour 5\s000 au plus/)
    expect(await compter()).toEqual(RIEN)
    await sql`delete from utilisateur where nom = 'Foule'`.execute(db)
  })
})

describe('une réponse', () => {
  it('continue la conversation, que chacun lit dans l’ordre', async () => {
    const premier = await ecrire(asDpps, [asStructure, asAutreStructure], { objet: 'Question' })
    const reponse = await ecrire(asStructure, [asDpps], {
      objet: 'Re: Question',
      reponseA: premier.id,
    })
    expect(reponse).toMatchObject({ reponseA: premier.id, filId: premier.id })
    const params = { id: reponse.id }
    const ouvert = await reussi(asDpps.appeler(api.lireMessage, { params }))
    expect(ouvert.fil.map(({ id }) => id)).toEqual([premier.id, reponse.id])
    const autre = await reussi(
      asAutreStructure.appeler(api.lireMessage, { params: { id: premier.id } }),
    )
    expect(autre.fil.map(({ id }) => id)).toEqual([premier.id])
  })

  it('va à l’expéditeur, ou à tous ceux à qui l’on peut écrire', async () => {
    const { id } = await ecrire(asDpps, [asStructure, asAutreStructure, asAdmin])
    const ouvert = await reussi(asStructure.appeler(api.lireMessage, { params: { id } }))
    expect(ouvert.reponse.map((un) => un.id)).toEqual([asDpps.id])
    expect(ouvert.reponseATous.map((un) => un.id)).toEqual([asDpps.id, asAdmin.id])
    expect(ouvert.actions).toEqual(['repondre', 'repondreATous', 'transferer', 'supprimer'])
    expect(ouvert.lus).toBeNull()
    const sien = await reussi(asDpps.appeler(api.lireMessage, { params: { id } }))
    expect(sien.reponse).toHaveLength(3)
    expect([sien.lus, sien.actions]).toEqual([0, ['repondre', 'transferer', 'supprimer']])
  })

  it('à un message que l’on n’a ni reçu ni envoyé se refuse', async () => {
    const { id } = await ecrire(asDpps, [asStructure])
    for (const reponseA of [id, 2_000_000_000]) {
      const refus = await envoyer(asAutreStructure, [asDpps], { reponseA })
      expect([refus.statut, refus.code]).toEqual([422, 'REPONSE_IMPOSSIBLE'])
    }
    expect(await recus(asDpps)).toEqual([])
  })

  it('à un visiteur se fait par courriel : son adresse est dite', async () => {
    const corps = 'Comment devenir structure partenaire ?'
    const visite = { nom: 'Zoé Sarr', email: 'zoe@exemple.org', objet: 'Question', message: corps }
    await anonyme.brut('POST', '/api/contact', visite)
    const [recu] = await recus(asAdmin)
    expect(recu).toMatchObject({
      corps,
      nombre: 3,
      expediteur: { id: null, nomAffichable: 'Zoé Sarr', email: 'zoe@exemple.org' },
    })
    const params = { id: recu?.id ?? 0 }
    const ouvert = await reussi(asAdmin.appeler(api.lireMessage, { params }))
    expect([ouvert.reponse, ouvert.actions]).toEqual([[], ['transferer', 'supprimer']])
  })
})

describe('un envoi répété', () => {
  it('sous la même clé, après une réponse perdue, ne part qu’une fois', async () => {
    const premier = await ecrire(asDpps, [asStructure], { cle: CLE })
    const second = await ecrire(asDpps, [asStructure], { cle: CLE })
    expect(second).toEqual(premier)
    expect(await recus(asStructure)).toHaveLength(1)
  })

  it('lancé plusieurs fois à la fois, ne part qu’une fois', async () => {
    const envois = await Promise.all(
      Array.from({ length: 4 }, () => ecrire(asDpps, [asStructure], { cle: CLE })),
    )
    expect(new Set(envois.map(({ id }) => id)).size).toBe(1)
    expect(await recus(asStructure)).toHaveLength(1)
  })

  it('sous la clé d’une autre personne est le sien', async () => {
    await ecrire(asDpps, [asStructure], { cle: CLE })
    await ecrire(asAutreDpps, [asStructure], { cle: CLE })
    expect(await recus(asStructure)).toHaveLength(2)
  })

  it('plus de 300 fois dans l’heure se refuse', async () => {
    await ecrire(asDpps, [asStructure])
    await db.updateTable('tentative').set({ echecs: 300 }).execute()
    const refus = await envoyer(asDpps, [asStructure])
    expect([refus.statut, refus.code]).toEqual([429, 'TROP_DE_DEMANDES'])
    await ecrire(asAutreDpps, [asStructure])
  })
})

describe('ce qui est trop long, ou vide', () => {
  it.each([
    ['objet', '', 'Saisissez l’objet de votre message.'],
    ['objet', ' \n ', 'Saisissez l’objet de votre message.'],
    ['objet', 'a'.repeat(201), 'Raccourcissez l’objet\u00a0: 200 caractères au plus.'],
    ['corps', '  ', 'Saisissez votre message.'],
    [
      'corps',
      'a'.repeat(20_001),
      'Raccourcissez votre message\u00a0: 20\u202f000 caractères au plus.',
    ],
  ])('se refuse : %s', async (champ, valeur, dit) => {
    const refus = await envoyer(asDpps, [asStructure], { [champ]: valeur })
    expect([refus.statut, refus.code]).toEqual([400, 'REQUETE_INVALIDE'])
    expect(refus.details).toMatchObject([{ chemin: `body.${champ}`, libelle: dit }])
    expect(await compter()).toEqual(RIEN)
  })
})

describe('un fichier joint', () => {
  it('se télécharge par qui a reçu le message, et par lui seul', async () => {
    const { id } = await joindre(asStructure)
    const envoye = await ecrire(asStructure, [asDpps], { documents: [id, id] })
    expect(envoye.documents).toMatchObject([
      {
        id,
        nomOrigine: 'rapport.pdf',
        typeMime: 'application/pdf',
        url: `/documents/download/${id}`,
      },
    ])
    const telecharger = async (qui: typeof asDpps) =>
      (await qui.appeler(documentApi.telechargerPiece, { params: { id } })).statut
    expect([await telecharger(asDpps), await telecharger(asStructure)]).toEqual([200, 200])
    for (const autre of [asAutreDpps, asAdmin, asCollegue, asDirectionRegionale]) {
      expect(await telecharger(autre)).toBe(404)
    }
  })

  it('se joint par chacun, l’administration comprise, et n’est pas parmi les fichiers', async () => {
    for (const qui of [asAdmin, asDpps, asStructure, asDirectionRegionale]) {
      const { id, numero } = await joindre(qui)
      expect(numero).toBeNull()
      expect(await reussi(qui.appeler(documentApi.listPieces, { body: {} }))).toEqual({})
      expect((await ecrire(qui, [asAutreDpps], { documents: [id] })).documents).toHaveLength(1)
    }
  })

  it('d’une autre personne, d’un rapport, ou inconnu, se refuse', async () => {
    const { numero } = await commencer(asStructure)
    const justificatif = await deposer(asStructure, { numero })
    const etranger = await joindre(asCollegue)
    for (const id of [etranger.id, justificatif.id, 2_000_000_000]) {
      const refus = await envoyer(asStructure, [asDpps], { documents: [id] })
      expect([refus.statut, refus.code]).toEqual([422, 'PIECE_NON_JOIGNABLE'])
    }
    expect(await recus(asDpps)).toEqual([])
  })

  it('se transfère par qui l’a reçu', async () => {
    const { id } = await joindre(asStructure)
    await ecrire(asStructure, [asDpps], { documents: [id] })
    await ecrire(asDpps, [asAutreStructure], { documents: [id] })
    const lu = await asAutreStructure.appeler(documentApi.telechargerPiece, { params: { id } })
    expect(lu.statut).toBe(200)
  })

  it('se retire avant l’envoi par qui l’a déposé ; envoyé, il reste', async () => {
    const supprimer = async (qui: typeof asDpps, id: number) =>
      (await qui.appeler(documentApi.deletePieces, { body: { ids: [id] } })).statut
    const seule = await joindre(asAdmin)
    expect(await supprimer(asDpps, seule.id)).toBe(404)
    expect(await supprimer(asAdmin, seule.id)).toBe(204)
    const jointe = await joindre(asAdmin)
    await ecrire(asAdmin, [asDpps], { documents: [jointe.id] })
    expect(await supprimer(asAdmin, jointe.id)).toBe(404)
  })

  it('au-delà de trente en attente se refuse', async () => {
    const { id } = await joindre(asStructure)
    await sql`insert into piece (name, nom_origine, type_document, type_mime, taille, sha256,
        contenu, depose_par)
      select 'n' || n, nom_origine, type_document, type_mime, taille, sha256, contenu, depose_par
      from piece, generate_series(2, 30) n where id = ${id}`.execute(db)
    const refus = await deposerBrut(asStructure, { typeDocument: 'MESSAGE' })
    expect([refus.statut, refus.code]).toEqual([409, 'PIECES_TROP_NOMBREUSES'])
    await joindre(asCollegue)
  })
})

describe('un message au sujet d’un rapport', () => {
  it('en porte le numéro et la case', async () => {
    const { numero } = await commencer(asStructure)
    const cellule = 'MVT.FIN.TOT'
    const refus = await envoyer(asStructure, [asDpps], { numero, cellule: 'INCONNUE.X' })
    expect([refus.statut, refus.code]).toEqual([422, 'CELLULE_INCONNUE'])
    const envoye = await envoyer(asStructure, [asDpps], { numero, cellule })
    expect(envoye.corps.formulaire).toEqual({ numero, cellule })
  })

  it('que l’on ne peut pas lire se refuse ; diffusé, chacun peut en parler', async () => {
    const { numero } = await commencer(asStructure)
    for (const autre of [numero, 'RMA-INCONNUE-202501']) {
      const refus = await envoyer(asAutreStructure, [asDpps], { numero: autre })
      expect([refus.statut, refus.code]).toEqual([404, 'FORMULAIRE_INTROUVABLE'])
    }
    const diffuse = await amener(banc, 'DIFFUSE', { modele: 'EPM' })
    await ecrire(asAutreStructure, [asDpps], { numero: diffuse.numero })
  })
})

describe('une personne sans structure', () => {
  it('écrit aux utilisateurs centraux', async () => {
    const id = await insertUtilisateur(db, {
      identifiant: 'isole',
      nom: 'Isolé',
      nomAffichable: 'Isolé',
      roles: ['ROLE_STRUCTURE'],
      structureId: null,
      motDePasse: '!',
    })
    await ecrire(asDpps, [{ id }])
    expect((await recus(asDpps)).length).toBe(0)
    await sql`truncate message cascade`.execute(db)
    await db.deleteFrom('utilisateur').where('id', '=', id).execute()
  })
})
