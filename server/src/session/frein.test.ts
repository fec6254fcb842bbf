import { leveeApi } from '@releve/contract/session/levee.api.ts'
import { motDePasseOublieApi } from '@releve/contract/session/mot-de-passe-oublie.api.ts'
import type { Session } from '@releve/contract/session/session.schema.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { ditsDe, observer } from '../../test/temoin.ts'
import { ouvrirBancOubli } from './mot-de-passe-oublie.banc.ts'
import { deleteJetonsPerimes } from './purge.sql.ts'
import { MINUTE, MOT_DE_PASSE } from './session.banc.ts'
import { FREIN, PASSAGE } from './session.rules.ts'

const banc = await ouvrirBancOubli()
const { reussir, refuser, avancer, connecter, echouer, creer, creerCompte } = banc
const { courriels, envoyer, lireJournal, base, horloge } = banc
const { db } = base

const FREINE = { statut: 429, code: 'TROP_DE_TENTATIVES' }
const FAUX = { statut: 401, code: 'IDENTIFIANTS_INVALIDES' }
const JOUR = 24 * 60 * MINUTE
const { leverAttente } = leveeApi

/** Strangers, each from his address, all at once; how many were looked at, how many waited. */
async function assaillir(identifiant: string, combien = 8) {
  const refus = await Promise.all(
    Array.from({ length: combien }, (_, n) => echouer(identifiant, 'faux', `198.51.100.${n}`)),
  )
  return [401, 429].map((statut) => refus.filter((un) => un.statut === statut).length)
}

const dernierLien = () => new URL(courriels.at(-1)?.courriel.lien?.url ?? 'x:')
const lever = (jeton: string | null, jetonAppareil?: string) =>
  reussir(leverAttente, { body: { jeton: jeton ?? '', jetonAppareil } })

/** Only these accounts of the central directorate are active. */
async function laisserCentraux(...ids: number[]): Promise<void> {
  await db.updateTable('utilisateur').set({ statut: 'BLOQUE' }).where('id', 'not in', ids).execute()
}

beforeEach(async () => {
  await db.deleteFrom('tentative').execute()
})

describe('un appareil déjà venu', () => {
  it('se connecte aussitôt, quoi que cinquante inconnus essaient', async () => {
    await creerCompte({ identifiant: 'assiegee' })
    const { jetonAppareil } = await connecter('assiegee')
    expect(await assaillir('assiegee', 50)).toEqual([FREIN.parCompte, 50 - FREIN.parCompte])
    expect(await echouer('assiegee', MOT_DE_PASSE)).toMatchObject(FREINE)
    let encore: Session | undefined
    const travaux = await observer(async () => {
      encore = await connecter('assiegee', MOT_DE_PASSE, { jetonAppareil })
    })
    expect(ditsDe(travaux, 'attente')).toEqual([])
    // He keeps what he had; and signing in gives strangers not one try more.
    expect(encore?.jetonAppareil).toBe(jetonAppareil)
    expect(await assaillir('assiegee')).toEqual([0, 8])
  })

  it('se connecte aussi quand toute son adresse attend', async () => {
    await creerCompte({ identifiant: 'voisine' })
    const { jetonAppareil } = await connecter('voisine')
    await echouer('un-autre')
    const bloque = { echecs: 100, bloqueJusqua: new Date(horloge.maintenant.getTime() + MINUTE) }
    await db.updateTable('tentative').set(bloque).where('cle', 'like', 'adresse:%').execute()
    expect(await echouer('voisine', MOT_DE_PASSE)).toMatchObject(FREINE)
    await connecter('voisine', MOT_DE_PASSE, { jetonAppareil })
  })

  it('a son propre compte d’échecs, qui ne fait attendre que lui', async () => {
    await creerCompte({ identifiant: 'maladroite' })
    const { jetonAppareil } = await connecter('maladroite')
    const depuis = { jetonAppareil }
    for (let n = 0; n < FREIN.parCompte; n += 1) {
      expect(await echouer('maladroite', 'faux', depuis)).toMatchObject(FAUX)
    }
    expect(await echouer('maladroite', MOT_DE_PASSE, depuis)).toMatchObject({
      ...FREINE,
      attente: 900,
    })
    await connecter('maladroite')
    avancer(15 * MINUTE)
    await connecter('maladroite', MOT_DE_PASSE, depuis)
  })

  it('ne l’est que pour ceux qui s’y sont connectés : un ordinateur partagé en garde plusieurs', async () => {
    await creerCompte({ identifiant: 'premiere' })
    await creerCompte({ identifiant: 'seconde' })
    const { jetonAppareil } = await connecter('premiere')
    await assaillir('seconde')
    expect(await echouer('seconde', MOT_DE_PASSE, { jetonAppareil })).toMatchObject(FREINE)
    avancer(15 * MINUTE)
    const partage = await connecter('seconde', MOT_DE_PASSE, { jetonAppareil })
    expect(partage.jetonAppareil).toBe(jetonAppareil)
    await assaillir('seconde')
    await connecter('seconde', MOT_DE_PASSE, { jetonAppareil })
  })

  it('n’est pas celui qui s’invente un jeton, et s’oublie treize mois après', async () => {
    await creerCompte({ identifiant: 'ancienne' })
    const invente = await connecter('ancienne', MOT_DE_PASSE, { jetonAppareil: 'x' })
    expect(invente.jetonAppareil).toMatch(/^[\w-]{43}$/)
    avancer(395 * JOUR)
    await assaillir('ancienne')
    const { jetonAppareil } = invente
    expect(await echouer('ancienne', MOT_DE_PASSE, { jetonAppareil })).toMatchObject(FREINE)
    await deleteJetonsPerimes(db, horloge.maintenant)
    expect(await db.selectFrom('appareilConnu').selectAll().execute()).toEqual([])
  })
})

describe('le titulaire d’un compte qui attend', () => {
  it('l’apprend par un courriel, un seul, qui dit d’où, quand et combien', async () => {
    const id = await creer('prevenue')
    await assaillir('prevenue')
    avancer(15 * MINUTE)
    expect(await assaillir('prevenue')).toEqual([1, 7])
    await envoyer()
    expect(courriels).toHaveLength(1)
    const { a, texte } = courriels[0]?.courriel ?? { a: null, texte: '' }
    expect(a).toEqual({ nom: 'Compte prevenue', email: 'prevenue@example.org' })
    expect(texte).toMatch(/^5 mots de passe faux .*«\u00a0prevenue\u00a0»/m)
    expect(texte).toMatch(/adresse réseau 198\.51\.100\.\d+, le \S+ \S+ 20\d\d à \d\d:\d\d \(UTC\)/)
    expect(dernierLien().pathname).toBe('/auth/lever')
    // The next day, if strangers go on: his link is over.
    avancer(JOUR)
    await assaillir('prevenue')
    await envoyer()
    expect(courriels).toHaveLength(2)
    expect((await lireJournal(id)).map(({ action }) => action)).toContain('COMPTE_FREINE')
  })

  it('se connecte d’un appareil nouveau par le lien du courriel, même si l’assaut continue', async () => {
    const id = await creer('lointaine')
    await assaillir('lointaine')
    await envoyer()
    const jeton = dernierLien().searchParams.get('jeton')
    const { libelle, jetonAppareil } = await lever(jeton)
    expect(libelle).toBe('L’attente est levée. Vous pouvez vous connecter.')
    await assaillir('lointaine')
    expect(await echouer('lointaine', MOT_DE_PASSE)).toMatchObject(FREINE)
    await connecter('lointaine', MOT_DE_PASSE, { jetonAppareil })
    expect((await lireJournal(id)).map(({ action }) => action)).toContain('ATTENTE_LEVEE')
  })

  it('lève l’attente pour tous ses appareils, par un lien qui ne sert qu’une fois et vaut un jour', async () => {
    await creer('autrement')
    await assaillir('autrement')
    await envoyer()
    const jeton = dernierLien().searchParams.get('jeton') ?? ''
    await lever(jeton)
    await connecter('autrement')
    const INTROUVABLE = { statut: 404, code: 'LEVEE_INTROUVABLE' }
    expect(await refuser(leverAttente, { body: { jeton } })).toMatchObject(INTROUVABLE)
    avancer(MINUTE)
    await assaillir('autrement')
    await envoyer()
    const tardif = dernierLien().searchParams.get('jeton') ?? ''
    expect(tardif).not.toBe(jeton)
    avancer(JOUR)
    expect(await refuser(leverAttente, { body: { jeton: tardif } })).toMatchObject(INTROUVABLE)
    await deleteJetonsPerimes(db, horloge.maintenant)
    expect(await db.selectFrom('levee').selectAll().execute()).toEqual([])
  })

  it('n’attend pas avec le mot de passe provisoire, que nul ne devine', async () => {
    await creer('oublieuse')
    await assaillir('oublieuse')
    await envoyer()
    await reussir(motDePasseOublieApi.demanderMotDePasse, { query: { identifiant: 'oublieuse' } })
    await envoyer()
    const { forceChangePassword } = await connecter('oublieuse', banc.dernierMot())
    expect(forceChangePassword).toBe(true)
  })

  it('s’il n’existe pas, rien ne part, et rien ne le dit', async () => {
    await creer('existante')
    const issues = []
    for (const nom of ['existante', 'inexistante']) {
      const codes = []
      for (let n = 0; n < 7; n += 1) {
        const { statut, code, libelle, attente } = await echouer(nom)
        codes.push([statut, code, libelle, attente])
        avancer(PASSAGE.ecart)
      }
      issues.push(codes)
      await db.deleteFrom('tentative').execute()
    }
    expect(issues[1]).toEqual(issues[0])
    const taches = await db.selectFrom('tache').select(['genre', 'cle']).execute()
    expect(taches).toHaveLength(2)
    await envoyer()
    expect(courriels.map(({ courriel }) => courriel.a.email)).toEqual(['existante@example.org'])
  })
})

describe('le dernier compte ouvert de la direction centrale', () => {
  it('n’est que ralenti, et répond à un mot de passe faux comme un compte inconnu', async () => {
    const un = await creerCompte({ identifiant: 'dpps-un', roles: ['ROLE_DPPS'] })
    const deux = await creerCompte({ identifiant: 'dpps-deux', roles: ['ROLE_DPPS'] })
    await laisserCentraux(un, deux)
    expect(await assaillir('dpps-un')).toEqual([FREIN.parCompte, 8 - FREIN.parCompte])
    // The other one is open still.
    expect(await echouer('dpps-un', MOT_DE_PASSE)).toMatchObject(FREINE)
    await assaillir('dpps-deux', 50)
    await assaillir('dpps-deux')
    await assaillir('personne')
    avancer(PASSAGE.ecart)
    const [dernier, personne] = [await echouer('dpps-deux'), await echouer('personne')]
    expect({ ...dernier, trace: '' }).toEqual({ ...personne, trace: '' })
    // From the strangers' very address, in a few seconds.
    avancer(2 * PASSAGE.ecart)
    const travaux = await observer(() => connecter('dpps-deux'))
    const [attente, ...autres] = ditsDe(travaux, 'attente')
    expect(attente).toBeLessThanOrEqual(PASSAGE.file)
    expect(autres).toEqual([])
  })

  it('ne se devine pas plus vite : un essai par adresse toutes les trois secondes', async () => {
    const seul = await creerCompte({ identifiant: 'dpps-seul', roles: ['ROLE_DPPS'] })
    await laisserCentraux(seul)
    await assaillir('dpps-seul')
    const rafale = await Promise.all(
      Array.from({ length: 20 }, () => echouer('dpps-seul', 'faux', '203.0.113.5')),
    )
    expect(rafale.every(({ statut }) => statut === 429)).toBe(true)
    // Two have had their turn; the others were not even looked at.
    expect(await echouer('dpps-seul', MOT_DE_PASSE, '203.0.113.5')).toMatchObject(FREINE)
    avancer(PASSAGE.ecart)
    await connecter('dpps-seul', MOT_DE_PASSE, { adresse: '203.0.113.5' })
  })
})
