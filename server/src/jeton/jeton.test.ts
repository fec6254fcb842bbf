import { compteApi } from '@releve/contract/compte/compte.api.ts'
import { dashboardApi } from '@releve/contract/dashboard/dashboard.api.ts'
import { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import { jetonApi as api } from '@releve/contract/jeton/jeton.api.ts'
import { DUREES_JETON, JETONS_MAX } from '@releve/contract/jeton/jeton.champs.ts'
import { USAGES_JETON, type UsageJeton } from '@releve/contract/jeton/jeton.rules.ts'
import type { Sent } from '@releve/contract/operation.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { utilisateurApi } from '@releve/contract/utilisateur/utilisateur.api.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { ecouter, suivre } from '../evenement/evenement.banc.ts'
import { reinitialiserMotDePasse } from '../maintenance/comptes.ts'
import { updateReglage } from '../parametre/parametre.sql.ts'
import { RYTHME_APPELS } from '../platform/appels.ts'
import { revoquerTousJetons } from '../session/programme.sql.ts'
import { deleteJetonsAnciens } from '../session/purge.sql.ts'
import { MINUTE, MOT_DE_PASSE, ouvrirBancSession } from '../session/session.banc.ts'
import { annoncerFins } from './annoncer.ts'

const banc = await ouvrirBancSession()
const { reussir, refuser, creerCompte, connecter, avancer, horloge, asDpps } = banc
const { db } = banc.base
const JOUR = 1440 * MINUTE
const REFUSE = { statut: 401, code: 'JETON_REFUSE' }
const { listFormulairesStructures, lireFormulaire, soumettreFormulaire } = formulaireApi
const LISTE = { body: { mois: 'MARCH', annee: 2025 } } as const

type Voulu = Partial<Sent<typeof api.creerJeton.body>>
const jourDans = (jours: number) =>
  new Date(horloge.maintenant.getTime() + jours * JOUR).toISOString().slice(0, 10)
const vouloir = (voulu: Voulu = {}) => ({
  password: MOT_DE_PASSE,
  nom: 'Entrepôt',
  usages: ['LIRE_RAPPORTS'] as UsageJeton[],
  jusquau: jourDans(30),
  ...voulu,
})

/** An account of its own, signed in, which draws one token. */
async function programme(
  identifiant: string,
  voulu: Voulu = {},
  compte: Parameters<typeof creerCompte>[0] | object = { structure: 'CAU-R01-01' },
) {
  const id = await creerCompte({ identifiant, ...compte })
  const { token } = await connecter(identifiant)
  const { jeton, expireLe } = await reussir(api.creerJeton, { token, body: vouloir(voulu) })
  const miens = async () => (await reussir(api.listMesJetons, { token })).jetons
  return { id, token, jeton, expireLe, miens, jetonId: (await miens())[0]?.id ?? 0 }
}
const lire = (token: string, adresse?: string) =>
  reussir(listFormulairesStructures, { token, ...LISTE, ...(adresse && { adresse }) })
const echouer = (token: string, adresse?: string) =>
  refuser(listFormulairesStructures, { token, ...LISTE, ...(adresse && { adresse }) })
const regler = (cle: string, valeur: unknown) => updateReglage(db, cle, valeur, horloge.maintenant)

describe('un jeton de programme', () => {
  it('se crée par le mot de passe, n’est donné qu’une fois, et n’est gardé que par son empreinte', async () => {
    const { jeton, miens, id } = await programme('awa', { reseaux: ['192.0.2.0/24', '10.1.2.3'] })
    expect(jeton).toMatch(/^rlv_[\w-]{43}$/)
    const [mien] = await miens()
    expect(mien).toMatchObject({
      nom: 'Entrepôt',
      usages: ['LIRE_RAPPORTS'],
      structures: null,
      reseaux: ['192.0.2.0/24', '10.1.2.3/32'],
      utiliseLe: null,
      etat: 'VALABLE',
    })
    expect(JSON.stringify(mien)).not.toContain(jeton.slice(4))
    const { rows } = await sql`select * from jeton_programme`.execute(db)
    expect(JSON.stringify(rows)).not.toContain(jeton.slice(4))
    const lignes = await banc.lireJournal(id)
    expect(lignes.at(-1)).toMatchObject({ action: 'JETON_CREE', detail: { jeton: 'Entrepôt' } })
    expect(JSON.stringify(lignes)).not.toContain(jeton.slice(4))
  })

  it('ne se crée pas par un mot de passe faux, et l’essai est compté', async () => {
    const { token, id, miens } = await programme('bintou')
    const body = vouloir({ password: 'faux' })
    for (const attendu of Array.from({ length: 5 }, () => 'ANCIEN_MOT_DE_PASSE_INCORRECT')) {
      expect((await refuser(api.creerJeton, { token, body })).code).toBe(attendu)
    }
    expect((await refuser(api.creerJeton, { token, body })).code).toBe('TROP_DE_TENTATIVES')
    expect(await miens()).toHaveLength(1)
    expect((await banc.lireJournal(id)).at(-1)?.action).toBe('MOT_DE_PASSE_FREINE')
  })

  it('finit, un an plus tard au plus : 7, 30, 90, 365 jours, ou un jour', async () => {
    const { token } = await programme('coumba')
    const creeLe = horloge.maintenant.getTime()
    for (const jours of DUREES_JETON) {
      const body = vouloir({ jusquau: jourDans(jours) })
      const fin = Date.parse((await reussir(api.creerJeton, { token, body })).expireLe)
      expect(fin).toBeGreaterThan(creeLe + (jours - 1) * JOUR)
      expect(fin).toBeLessThanOrEqual(creeLe + Math.min(jours + 1, 365) * JOUR)
    }
    for (const jusquau of [jourDans(-1), jourDans(366)]) {
      const refus = await refuser(api.creerJeton, { token, body: vouloir({ jusquau }) })
      expect([refus.statut, refus.code]).toEqual([422, 'FIN_JETON_INVALIDE'])
    }
  })

  it('finit à la fin de son dernier jour, là où la plateforme est', async () => {
    await regler('fuseau', 'Pacific/Auckland')
    const { expireLe } = await programme('auck', { jusquau: '2025-03-25' })
    await regler('fuseau', 'UTC')
    expect(expireLe).toBe('2025-03-25T11:00:00.000Z')
  })

  it('dit ce qu’une demande a de faux, et rien n’est créé', async () => {
    const { token, miens } = await programme('dado')
    const cas: [Voulu, string, string][] = [
      [{ nom: ' ' }, 'REQUETE_INVALIDE', 'body.nom'],
      [{ usages: [] }, 'REQUETE_INVALIDE', 'body.usages'],
      [{ usages: ['VALIDER' as UsageJeton] }, 'REQUETE_INVALIDE', 'body.usages.0'],
      [{ reseaux: ['192.0.2.0/33'] }, 'REQUETE_INVALIDE', 'body.reseaux.0'],
      [{ reseaux: ['chez moi'] }, 'REQUETE_INVALIDE', 'body.reseaux.0'],
      [{ reseaux: ['2001:db8::1/128'] }, 'REQUETE_INVALIDE', 'body.reseaux.0'],
      [{ structures: ['CPOLY-R02-01'] }, 'STRUCTURE_HORS_PERIMETRE', ''],
      [{ structures: ['RIEN'] }, 'STRUCTURE_HORS_PERIMETRE', ''],
    ]
    for (const [voulu, code, chemin] of cas) {
      const refus = await refuser(api.creerJeton, { token, body: vouloir(voulu) })
      expect([refus.code, refus.details?.[0]?.chemin ?? '']).toEqual([code, chemin])
    }
    expect(await miens()).toHaveLength(1)
  })

  it('ne donne pas plus que le compte : l’administration ne saisit ni ne soumet', async () => {
    const { token } = await programme('admina', {}, { roles: ['ROLE_ADMIN'] })
    for (const usage of ['SAISIR', 'SOUMETTRE'] as const) {
      const refus = await refuser(api.creerJeton, { token, body: vouloir({ usages: [usage] }) })
      expect(refus.code).toBe('USAGE_JETON_INTERDIT')
    }
  })

  it('est l’un de dix au plus', async () => {
    const { token, jetonId } = await programme('dix')
    for (let n = 1; n < JETONS_MAX; n += 1) {
      await reussir(api.creerJeton, { token, body: vouloir() })
    }
    const refus = await refuser(api.creerJeton, { token, body: vouloir() })
    expect([refus.statut, refus.code]).toEqual([422, 'QUOTA_JETONS'])
    await reussir(api.revoquerJeton, { token, body: { id: jetonId } })
    const deux = [1, 2].map(() =>
      banc.app.inject({
        method: 'POST',
        url: '/api/jeton/creer',
        headers: { authorization: `Bearer ${token}` },
        payload: vouloir(),
      }),
    )
    const statuts = (await Promise.all(deux)).map(({ statusCode }) => statusCode)
    expect(statuts.toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('un appel par un jeton', () => {
  it('dit de quand et d’où est le dernier, à la minute', async () => {
    const { jeton, miens } = await programme('emploi')
    await lire(jeton, '198.51.100.7')
    const premier = (await miens())[0]
    expect(premier?.utiliseLe).toBe(horloge.maintenant.toISOString())
    expect(premier?.utiliseDepuis).toBe('198.51.100.7')
    avancer(30_000)
    await lire(jeton, '198.51.100.7')
    expect((await miens())[0]?.utiliseLe).toBe(premier?.utiliseLe)
    avancer(MINUTE)
    await lire(jeton, '198.51.100.7')
    expect((await miens())[0]?.utiliseLe).toBe(horloge.maintenant.toISOString())
    await lire(jeton, '198.51.100.8')
    expect((await miens())[0]?.utiliseDepuis).toBe('198.51.100.8')
  })

  it('n’ouvre jamais de session, ni ne change le compte', async () => {
    const { jeton } = await programme('jamais', { usages: [...USAGES_JETON] })
    const HORS = { statut: 403, code: 'JETON_HORS_USAGE' }
    expect(await refuser(compteApi.lireCompte, { token: jeton })).toMatchObject(HORS)
    expect(await refuser(compteApi.listSessions, { token: jeton })).toMatchObject(HORS)
    expect(await refuser(api.creerJeton, { token: jeton, body: vouloir() })).toMatchObject(HORS)
    expect(await refuser(sessionApi.deconnecter, { token: jeton })).toMatchObject(HORS)
    const query = { refreshToken: jeton }
    expect((await refuser(sessionApi.renouvelerJeton, { query })).code).toBe('JETON_EXPIRE')
    const { rows } = await sql<{ n: number }>`select count(*) as n from session s
      join utilisateur u on u.id = s.utilisateur_id where u.identifiant = 'jamais'`.execute(db)
    expect(rows[0]?.n).toBe(1)
  })

  it('par un jeton qui ne fait que lire ne soumet pas, par GET non plus', async () => {
    const formulaire = await commencer(banc.asStructure, { modele: 'EPM', mois: 'JANUARY' })
    const { id, version, numero } = formulaire
    const lecteur = await programme('lecteur', { usages: ['LIRE_RAPPORTS', 'LIRE_CHIFFRES'] })
    const demande = { params: { id }, query: { version, confirme: 'true' as const } }
    const refus = await refuser(soumettreFormulaire, { token: lecteur.jeton, ...demande })
    expect([refus.statut, refus.code]).toEqual([403, 'JETON_HORS_USAGE'])
    const lu = await reussir(lireFormulaire, { token: lecteur.jeton, params: { numero } })
    expect(lu.etat).toBe('BROUILLON')
    // What it says may be done is what it may do.
    expect(lu.actions).toEqual(['historique'])
    expect((await banc.lireJournal(lecteur.id)).at(-1)).toMatchObject({
      action: 'DROIT_REFUSE',
      detail: { operation: soumettreFormulaire.resume },
    })
    const facteur = await programme('facteur', { usages: ['SOUMETTRE'] })
    const soumis = await reussir(soumettreFormulaire, { token: facteur.jeton, ...demande })
    expect(soumis.etat).toBe('SOUMIS')
    expect((await echouer(facteur.jeton)).code).toBe('JETON_HORS_USAGE')
  })

  it('reçoit la même réponse de tout jeton qui n’ouvre rien, et le même travail', async () => {
    const { jeton, token, jetonId } = await programme('mort')
    await reussir(api.revoquerJeton, { token, body: { id: jetonId } })
    const { jeton: fini } = await programme('fini', { jusquau: jourDans(0) })
    const { jeton: ailleurs } = await programme('ailleurs', { reseaux: ['203.0.113.0/24'] })
    avancer(JOUR)
    const refus = []
    for (const un of [jeton, fini, ailleurs, `rlv_${'A'.repeat(43)}`, 'rlv_', 'rlv_é'])
      refus.push(await echouer(un))
    for (const un of refus) expect(un).toMatchObject(REFUSE)
    expect(new Set(refus.map(({ libelle }) => libelle)).size).toBe(1)
    // A line of each in the journal, once in ten minutes, without the token.
    const lignes = async () => {
      const { rows } = await sql<{ detail: { raison: string } }>`
        select detail from journal where action = 'JETON_REFUSE' and le = ${horloge.maintenant}
        order by id`.execute(db)
      return rows.map(({ detail }) => detail.raison)
    }
    expect(await lignes()).toEqual([
      'révoqué',
      'expiré',
      'appel d’un réseau qui n’est pas des siens',
      'inconnu',
    ])
    await echouer(jeton)
    expect(await lignes()).toHaveLength(4)
  })

  it('ne vient que de ses réseaux, en IPv4 et en IPv6', async () => {
    const { jeton } = await programme('reseau', {
      reseaux: ['203.0.113.0/24', '2001:db8:1::/48', '198.51.100.9'],
    })
    for (const adresse of ['203.0.113.200', '198.51.100.9', '2001:db8:1:2::7'])
      await lire(jeton, adresse)
    for (const adresse of ['203.0.114.1', '198.51.100.8', '2001:db8:2::7'])
      expect(await echouer(jeton, adresse)).toMatchObject(REFUSE)
  })

  it('a son propre frein, que l’écran de son titulaire ne sent pas', async () => {
    const { jeton, token } = await programme('frein')
    avancer(MINUTE)
    for (let n = 0; n < RYTHME_APPELS.maximum; n += 1) {
      const { statusCode } = await banc.app.inject({
        url: '/api/structure/lister?taille=1',
        headers: { authorization: `Bearer ${jeton}` },
      })
      if (statusCode !== 200) throw new Error(`appel ${n} : ${statusCode}`)
    }
    const refus = await refuser(structureApi.listStructures, { token: jeton })
    expect(refus).toMatchObject({ statut: 429, code: 'TROP_D_APPELS_PROGRAMME', attente: 60 })
    await reussir(structureApi.listStructures, { token })
    avancer(MINUTE)
    await reussir(structureApi.listStructures, { token: jeton })
  })
})

describe('un jeton suit son compte', () => {
  it('à chaque appel : le rôle et le périmètre qu’il perd, il les perd', async () => {
    const { id, jeton } = await programme('suite', { usages: ['LIRE_RAPPORTS', 'SAISIR'] })
    const { numero } = await commencer(banc.asStructure, { modele: 'RMA', mois: 'JANUARY' })
    await reussir(lireFormulaire, { token: jeton, params: { numero } })
    const ailleurs = banc.structures.get('CPOLY-R02-01') ?? null
    const changer = (set: object) =>
      db.updateTable('utilisateur').set(set).where('id', '=', id).execute()
    await changer({ structureId: ailleurs })
    const perdu = await refuser(lireFormulaire, { token: jeton, params: { numero } })
    expect(perdu.code).toBe('FORMULAIRE_INTROUVABLE')
    await changer({ roles: ['ROLE_ADMIN'], structureId: null })
    await reussir(lireFormulaire, { token: jeton, params: { numero } })
    const params = { mois: 'MARCH', annee: 2025 } as const
    const body = { modele: 'EPM', donnees: {} } as const
    const refus = await refuser(formulaireApi.enregistrerFormulaire, {
      token: jeton,
      params,
      body,
    })
    expect(refus.code).toBe('DROIT_INSUFFISANT')
  })

  it('bloqué, le compte n’en a plus : débloqué, ils ne reviennent pas', async () => {
    const { id, jeton } = await programme('bloquee')
    await lire(jeton)
    const params = { id }
    await reussi(asDpps.appeler(utilisateurApi.bloquerUtilisateur, { params }))
    expect(await echouer(jeton)).toMatchObject(REFUSE)
    await reussi(asDpps.appeler(utilisateurApi.debloquerUtilisateur, { params }))
    expect(await echouer(jeton)).toMatchObject(REFUSE)
    const { token } = await connecter('bloquee')
    expect((await reussir(api.listMesJetons, { token })).jetons[0]?.etat).toBe('REVOQUE')
  })

  it('un mot de passe changé par son titulaire les laisse, sauf s’il le demande', async () => {
    const { jeton, token } = await programme('change')
    const autre = `${MOT_DE_PASSE}-2`
    const body = { ancienMotDePasse: MOT_DE_PASSE, nouveauMotDePasse: autre }
    const session = await reussir(sessionApi.modifierMotDePasse, { token, body })
    await lire(jeton)
    await reussir(sessionApi.modifierMotDePasse, {
      token: session.token,
      body: { ancienMotDePasse: autre, nouveauMotDePasse: MOT_DE_PASSE, revoquerJetons: true },
    })
    expect(await echouer(jeton)).toMatchObject(REFUSE)
  })

  it('un mot de passe remis par l’exploitant les révoque, et une base restaurée, tous', async () => {
    const { jeton, id } = await programme('remise')
    await reinitialiserMotDePasse(db, 'remise', horloge.maintenant)
    expect(await echouer(jeton)).toMatchObject(REFUSE)
    const { rows } = await sql<{ action: string }>`
      select action from journal where cible_id = ${id} order by id`.execute(db)
    expect(rows.map(({ action }) => action)).toContain('JETONS_REVOQUES')
    const restaure = await programme('restaure')
    await revoquerTousJetons(db, horloge.maintenant)
    expect(await echouer(restaure.jeton)).toMatchObject(REFUSE)
  })

  it('ce que la plateforme exige de son titulaire lui est demandé d’abord', async () => {
    const { jeton, id } = await programme('exige')
    await db
      .updateTable('utilisateur')
      .set({ forceChangePassword: true })
      .where('id', '=', id)
      .execute()
    expect((await echouer(jeton)).code).toBe('MOT_DE_PASSE_A_CHANGER')
  })
})

describe('un jeton limité à des structures', () => {
  it('donne à la direction les chiffres qu’aurait le compte de ces structures, et eux seuls', async () => {
    await amener(banc, 'SOUMIS', { modele: 'RMA', mois: 'FEBRUARY' })
    const usages: UsageJeton[] = ['LIRE_RAPPORTS', 'LIRE_CHIFFRES', 'SAISIR']
    const limites = { usages, structures: ['CAU-R01-01'] }
    const central = await programme('limite', limites, { roles: ['ROLE_DPPS'] })
    const structure = await programme('temoin', { usages })
    const params = { param: '2025' } as never
    const lus = async (token: string) => [
      await reussir(dashboardApi.lireDashboard, { token, params }),
      await reussir(dashboardApi.lireMatrice, { token, params: { annee: 2025 } }),
      await reussir(dashboardApi.listRetards, { token }),
      await reussir(dashboardApi.lireSeries, { token }),
    ]
    expect(await lus(central.jeton)).toEqual(await lus(structure.jeton))
    const { elements } = await lire(central.jeton)
    expect(new Set(elements.map((un) => un.structure.code))).toEqual(new Set(['CAU-R01-01']))
    const autre = await commencer(banc.asAutreStructure, { modele: 'EPM', mois: 'FEBRUARY' })
    const refus = await refuser(lireFormulaire, {
      token: central.jeton,
      params: { numero: autre.numero },
    })
    expect(refus.code).toBe('FORMULAIRE_INTROUVABLE')
    const fiche = { params: { code: 'CPOLY-R02-01' } }
    expect(
      (await refuser(structureApi.lireStructure, { token: central.jeton, ...fiche })).code,
    ).toBe('STRUCTURE_INTROUVABLE')
  })

  it('donne à une direction régionale ceux des rattachées choisies, mois par mois', async () => {
    const usages: UsageJeton[] = ['LIRE_RAPPORTS', 'LIRE_CHIFFRES']
    const regionale = await programme(
      'regionale',
      { usages, structures: ['CAU-R01-01'] },
      { structure: 'DR-R01' },
    )
    const temoin = await programme('temoin2', { usages })
    const lireDe = async (token: string) =>
      JSON.stringify(await reussir(dashboardApi.lireMatrice, { token, params: { annee: 2025 } }))
    expect(await lireDe(regionale.jeton)).toBe(await lireDe(temoin.jeton))
    const { elements } = await lire(regionale.jeton)
    expect(elements.length).toBeGreaterThan(0)
    expect(new Set(elements.map((un) => un.structure.code))).toEqual(new Set(['CAU-R01-01']))
  })

  it('perd celle que son compte perd', async () => {
    const { id, jeton } = await programme('perd', { structures: ['CAU-R01-01'] })
    await db
      .updateTable('utilisateur')
      .set({ structureId: banc.structures.get('CPOLY-R02-01') ?? null })
      .where('id', '=', id)
      .execute()
    expect((await lire(jeton)).elements).toEqual([])
  })

  it('saisit au nom de la structure, comme la direction qui l’a créé', async () => {
    const central = await programme(
      'saisit',
      { usages: ['LIRE_RAPPORTS', 'SAISIR'], structures: ['CAU-R01-01'] },
      { roles: ['ROLE_DPPS'] },
    )
    const enregistrer = (structure: string) => ({
      token: central.jeton,
      params: { mois: 'MARCH', annee: 2025 } as const,
      body: { modele: 'EPM', structure, donnees: {} },
    })
    const { enregistrerFormulaire } = formulaireApi
    const { id } = await reussir(enregistrerFormulaire, enregistrer('CAU-R01-01'))
    const { rows } = await sql`select au_nom_de from formulaire_historique
      where formulaire_id = ${id}`.execute(db)
    expect(rows).toEqual([{ auNomDe: banc.structures.get('CAU-R01-01') }])
    const refus = await refuser(enregistrerFormulaire, enregistrer('CPOLY-R02-01'))
    expect(refus.statut).toBeGreaterThanOrEqual(403)
  })
})

describe('la direction', () => {
  it('liste, trie, cherche, exporte et révoque ceux de tous', async () => {
    const { id, jetonId, jeton } = await programme('zelie', { nom: 'Tableur de Zélie' })
    const query = { q: 'tableur zelie', tri: 'utilisateur' }
    const { elements, total } = await reussi(asDpps.appeler(api.listJetons, { query }))
    expect(total).toBe(1)
    expect(elements[0]).toMatchObject({ id: jetonId, utilisateur: { id, identifiant: 'zelie' } })
    for (const tri of ['nom', '-creeLe', 'expireLe', '-utiliseLe'])
      await reussi(asDpps.appeler(api.listJetons, { query: { tri } }))
    const faux = await asDpps.appeler(api.listJetons, { query: { tri: 'empreinte' } })
    expect([faux.statut, faux.code]).toEqual([400, 'REQUETE_INVALIDE'])
    const fichier = await asDpps.appeler(api.exporterJetons, { query: { ...query, format: 'csv' } })
    expect(fichier.octets.toString()).toContain('Tableur de Zélie')
    expect(fichier.octets.toString()).not.toContain(jeton.slice(4))
    const body = { id: jetonId }
    for (const _ of [1, 2]) {
      expect((await asDpps.appeler(api.revoquerJeton, { body })).statut).toBe(204)
    }
    expect(await echouer(jeton)).toMatchObject(REFUSE)
    const { rows } = await sql`select from journal where action = 'JETON_REVOQUE'
      and cible_id = ${id}`.execute(db)
    expect(rows).toHaveLength(1)
    const revoques = { etat: ['REVOQUE'], q: 'zelie' } as never
    expect((await reussi(asDpps.appeler(api.listJetons, { query: revoques }))).total).toBe(1)
  })

  it('les interdit, ou les raccourcit : ceux qui existent aussi, aussitôt', async () => {
    const { jeton, token, miens } = await programme('regle', { jusquau: jourDans(90) })
    await regler('jetonsPermis', false)
    for (const un of [jeton, 'rlv_inconnu'])
      expect(await echouer(un)).toMatchObject({ statut: 403, code: 'JETONS_INTERDITS' })
    expect((await refuser(api.creerJeton, { token, body: vouloir() })).code).toBe(
      'JETONS_INTERDITS',
    )
    expect((await miens())[0]?.etat).toBe('SUSPENDU')
    await regler('jetonsPermis', true)
    await lire(jeton)
    await regler('jetonDureeJours', 10)
    expect((await miens())[0]?.expireLe).toBe(
      new Date(horloge.maintenant.getTime() + 10 * JOUR).toISOString(),
    )
    const long = vouloir({ jusquau: jourDans(11) })
    expect((await refuser(api.creerJeton, { token, body: long })).code).toBe('FIN_JETON_INVALIDE')
    avancer(10 * JOUR)
    expect(await echouer(jeton)).toMatchObject(REFUSE)
    await regler('jetonDureeJours', 365)
  })
})

describe('la fin d’un jeton', () => {
  const courriels = async (identifiant: string) => {
    const { rows } = await sql<{ texte: string }>`
      select charge ->> 'texte' as texte from tache
      where genre = 'COURRIEL' and cle like 'jeton:%'
        and charge ->> 'texte' like ${`%«\u00a0${identifiant}\u00a0»%`}`.execute(db)
    return rows
  }
  const passer = () =>
    annoncerFins(db, { url: 'https://r.example', maintenant: horloge.maintenant })

  it('s’annonce à son titulaire, une fois, quinze jours avant, ou à la moitié', async () => {
    await passer()
    for (const [nom, jours, avant] of [
      ['longue', 90, 76],
      ['courte', 7, 5],
    ] as const) {
      const { id } = await programme(nom, { jusquau: jourDans(jours) })
      await db
        .updateTable('utilisateur')
        .set({ email: `${nom}@example.org` })
        .where('id', '=', id)
        .execute()
      avancer((avant - 1) * JOUR - 10 * 60 * MINUTE)
      await passer()
      expect(await courriels(nom)).toEqual([])
      avancer(JOUR)
      await passer()
      await passer()
      expect(await courriels(nom)).toHaveLength(1)
    }
  })

  it('ne s’annonce pas de ce qui est révoqué', async () => {
    const { id, token, jetonId } = await programme('revoque', { jusquau: jourDans(7) })
    await db
      .updateTable('utilisateur')
      .set({ email: 'r@example.org' })
      .where('id', '=', id)
      .execute()
    await reussir(api.revoquerJeton, { token, body: { id: jetonId } })
    avancer(5 * JOUR)
    await passer()
    expect(await courriels('revoque')).toEqual([])
  })

  it('s’oublie quand le journal aussi', async () => {
    await programme('oubli', { jusquau: jourDans(1) })
    const compter = async () => {
      const { rows } = await sql`select from jeton_programme j join utilisateur u
        on u.id = j.utilisateur_id where u.identifiant = 'oubli'`.execute(db)
      return rows.length
    }
    avancer(300 * JOUR)
    await deleteJetonsAnciens(db, horloge.maintenant)
    expect(await compter()).toBe(1)
    avancer(100 * JOUR)
    await deleteJetonsAnciens(db, horloge.maintenant)
    expect(await compter()).toBe(0)
  })
})

describe('les événements, par un jeton', () => {
  it('finissent dès qu’il est révoqué, ou que le réglage les interdit', async () => {
    const url = await ecouter(banc.app)
    const usages: UsageJeton[] = ['EVENEMENTS']
    const { jeton, token, jetonId } = await programme('suit', { usages })
    const suivi = await suivre(url, jeton)
    await suivi.attendre(({ genre }) => genre === 'PRET')
    await reussir(api.revoquerJeton, { token, body: { id: jetonId } })
    await suivi.finie
    expect((await suivre(url, jeton)).statut).toBe(401)
    const { jeton: autre } = await reussir(api.creerJeton, { token, body: vouloir({ usages }) })
    const second = await suivre(url, autre)
    await second.attendre(({ genre }) => genre === 'PRET')
    await regler('jetonsPermis', false)
    await second.finie
    await regler('jetonsPermis', true)
  })
})
