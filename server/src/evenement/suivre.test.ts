import { once } from 'node:events'
import { documentApi } from '@releve/contract/document/document.api.ts'
import { evenementApi } from '@releve/contract/evenement/evenement.api.ts'
import { sessionApi } from '@releve/contract/session/session.api.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ouvrirAutreBase } from '../../test/autre.ts'
import { appelsDe, ouvrirBanc } from '../../test/banc.ts'
import { viderTables } from '../../test/base.ts'
import { agir, commencer, reussi } from '../../test/formulaires.ts'
import { createApp } from '../app.ts'
import { deposer } from '../document/document.banc.ts'
import { readConfig } from '../platform/config.ts'
import { findAgent, insertSession } from '../session/session.sql.ts'
import { Diffusion, FLUX_PAR_COMPTE } from './diffusion.ts'
import { ecouter, estPret, suivre, surFormulaire } from './evenement.banc.ts'
import { deleteEvenementsAnciens, LOT_EVENEMENTS, publierEvenement } from './evenement.sql.ts'

const banc = await ouvrirBanc()
const { app, base, horloge, asDpps, asAdmin, asStructure, asAutreStructure } = banc
const { asCollegue, asDirectionRegionale } = banc
const { db } = base
const maintenant = () => horloge.maintenant

/** Another process of the platform. */
async function ouvrirAutre() {
  const sienne = await ouvrirAutreBase(base)
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const autre = await createApp({ base: sienne, config, maintenant: () => horloge.maintenant })
  const fermer = async () => {
    await autre.close()
    await sienne.close()
  }
  return { url: await ecouter(autre), fermer }
}

const url = await ecouter(app)
const autre = await ouvrirAutre()
afterAll(() => autre.fermer())

const MOIS = ['MARCH', 'FEBRUARY', 'JANUARY'] as const
let rang = 0
/** A form of CAU-R01-01 that its test has not yet begun. */
const neuf = () => {
  const choix = {
    modele: rang % 2 ? 'EPM' : 'RMA',
    mois: MOIS[(rang >> 1) % 3] ?? 'MARCH',
  } as const
  rang += 1
  return commencer(asStructure, choix)
}

beforeEach(async () => {
  rang = 0
  horloge.maintenant = new Date('2025-03-20T10:00:00Z')
  await viderTables(db, 'formulaire', 'piece', 'tache', 'evenement')
})

/** A session more of this person. */
async function ouvrirSession(id: number): Promise<string> {
  const { token } = await insertSession(db, id, horloge.maintenant)
  return token
}

describe('suivre les évènements', () => {
  it('dit à la direction ce qu’une structure vient de faire, d’un processus à l’autre', async () => {
    const ici = await suivre(url, asDpps.jeton)
    const la = await suivre(autre.url, asAdmin.jeton)
    expect(ici.entetes['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(ici.entetes['content-encoding']).toBeUndefined()
    expect(ici.entetes['cache-control']).toBe('no-store, no-transform')
    await Promise.all([ici.attendre(estPret), la.attendre(estPret)])
    const f = await neuf()
    const { version } = await reussi(agir(asStructure, 'soumettre', f))
    const attendu = { etat: 'SOUMIS', structure: 'CAU-R01-01', par: 'cau-r01-01', version }
    expect(await ici.attendre(surFormulaire(f.numero, version))).toMatchObject(attendu)
    expect(await la.attendre(surFormulaire(f.numero, version))).toMatchObject(attendu)
  })

  it('ne dit d’un rapport qu’à qui le lit : ses chiffres, à personne', async () => {
    const dedans = [asStructure, asCollegue, asDirectionRegionale, asDpps]
    const suivis = await Promise.all(dedans.map(({ jeton }) => suivre(autre.url, jeton)))
    const dehors = await suivre(autre.url, asAutreStructure.jeton)
    await Promise.all([...suivis, dehors].map((suivi) => suivi.attendre(estPret)))
    const f = await neuf()
    for (const suivi of suivis) {
      const dit = await suivi.attendre(surFormulaire(f.numero))
      const cles = ['annee', 'etat', 'genre', 'modele', 'mois', 'numero', 'par', 'structure']
      expect(Object.keys(dit).toSorted()).toEqual([...cles, 'version'])
    }
    // What comes after it has come: it would have come before.
    await publierEvenement(db, {
      genre: 'MESSAGE',
      messageId: 1,
      destinataires: [asAutreStructure.id],
    })
    await dehors.attendre(({ genre }) => genre === 'MESSAGE')
    expect(dehors.recus.map(({ genre }) => genre)).toEqual(['PRET', 'MESSAGE'])
  })

  it('dit qu’un fichier est joint à un rapport, puis retiré, à qui lit ce rapport', async () => {
    const { numero } = await neuf()
    const lui = await suivre(url, asDpps.jeton)
    const autrui = await suivre(autre.url, asAutreStructure.jeton)
    await Promise.all([lui.attendre(estPret), autrui.attendre(estPret)])
    const pieces = () => lui.recus.filter(({ genre }) => genre === 'PIECE')
    const { id } = await deposer(asStructure, { numero })
    await lui.attendre(({ genre }) => genre === 'PIECE')
    const dit = { genre: 'PIECE', numero }
    expect(pieces()).toEqual([dit])
    const body = { ids: [id] }
    expect((await asStructure.appeler(documentApi.deletePieces, { body })).statut).toBe(204)
    await expect.poll(pieces).toEqual([dit, dit])
    // A file of no form is nobody's news.
    await deposer(asStructure)
    const temoin = { genre: 'MESSAGE', messageId: 3 } as const
    const destinataires = [asDpps.id, asAutreStructure.id]
    await publierEvenement(db, { ...temoin, destinataires })
    for (const suivi of [lui, autrui]) await suivi.attendre(({ genre }) => genre === 'MESSAGE')
    expect(pieces()).toHaveLength(2)
    expect(autrui.recus.map(({ genre }) => genre)).toEqual(['PRET', 'MESSAGE'])
  })

  it('ne dit un message qu’à ses destinataires', async () => {
    const lui = await suivre(url, asStructure.jeton)
    const elle = await suivre(url, asDpps.jeton)
    await Promise.all([lui.attendre(estPret), elle.attendre(estPret)])
    const message = { genre: 'MESSAGE', messageId: 2 } as const
    await publierEvenement(db, { ...message, destinataires: [asStructure.id] })
    await lui.attendre(({ genre }) => genre === 'MESSAGE')
    const f = await neuf()
    await elle.attendre(surFormulaire(f.numero))
    expect(elle.recus.some(({ genre }) => genre === 'MESSAGE')).toBe(false)
  })

  it('ne dit rien de ce qui n’a pas été validé', async () => {
    const suivi = await suivre(url, asDpps.jeton)
    await suivi.attendre(estPret)
    const destinataires = [asDpps.id]
    const defaite = db.transaction().execute(async (tx) => {
      await publierEvenement(tx, { genre: 'MESSAGE', messageId: 3, destinataires })
      throw new Error('défaite')
    })
    await expect(defaite).rejects.toThrow('défaite')
    const f = await neuf()
    await suivi.attendre(surFormulaire(f.numero))
    expect(suivi.recus.some(({ genre }) => genre === 'MESSAGE')).toBe(false)
  })
})

describe('reprendre après une coupure', () => {
  it('redit tout ce qui s’est fait entre-temps, sur n’importe quel processus', async () => {
    const avant = await suivre(url, asDpps.jeton)
    await avant.attendre(estPret)
    const vu = await neuf()
    await avant.attendre(surFormulaire(vu.numero))
    avant.couper()
    const manques = [await neuf(), await neuf()]
    const apres = await suivre(autre.url, asDpps.jeton, avant.dernier())
    await apres.attendre(estPret)
    const dits = apres.recus.flatMap((dit) => (dit.genre === 'FORMULAIRE' ? dit.numero : []))
    expect(dits).toEqual(manques.map(({ numero }) => numero))
  })

  it('ne perd rien tandis que d’autres agissent, coupure après coupure', async () => {
    const entendues = new Map<string, number>()
    const faites = new Map<string, number>()
    let fini = false
    const acteur = (async () => {
      for (let tour = 0; tour < 6; tour += 1) {
        const soumis = await reussi(agir(asStructure, 'soumettre', await neuf()))
        const { numero, version } = await reussi(agir(asDpps, 'valider', soumis))
        faites.set(numero, version)
      }
      fini = true
    })()
    let reprise: string | null = null
    for (let tour = 0, dernier = false; !dernier; tour += 1) {
      dernier = fini
      const suivi = await suivre(tour % 2 ? url : autre.url, asAdmin.jeton, reprise)
      await suivi.attendre(estPret)
      suivi.couper()
      await suivi.finie
      reprise = suivi.dernier()
      for (const dit of suivi.recus) {
        if (dit.genre === 'FORMULAIRE') entendues.set(dit.numero, dit.version)
      }
    }
    await acteur
    expect(entendues).toEqual(faites)
  })

  it.each([
    ['trop ancienne', () => `1000000000.1:1:`],
    ['d’une autre base', () => `${Math.floor(Date.now() / 1000)}.900000000:900000000:`],
    ['illisible', () => 'n’importe quoi'.replaceAll('’', '')],
    ['inversée', () => `${Math.floor(Date.now() / 1000)}.9:3:`],
    ['désordonnée', () => `${Math.floor(Date.now() / 1000)}.3:9:7,5`],
    ['démesurée', () => `${Math.floor(Date.now() / 1000)}.${'9'.repeat(30)}:${'9'.repeat(30)}:`],
  ])('demande de tout relire quand la place est %s', async (_, place) => {
    const suivi = await suivre(url, asDpps.jeton, place())
    await suivi.attendre(estPret)
    expect(suivi.recus.map(({ genre }) => genre)).toEqual(['RECOMMENCER', 'PRET'])
    // The place that it gives is good.
    const suite = await suivre(url, asDpps.jeton, suivi.dernier())
    await suite.attendre(estPret)
    expect(suite.recus.map(({ genre }) => genre)).toEqual(['PRET'])
  })

  /** So many messages at once, each of its own. */
  const dire = (nombre: number) =>
    sql`insert into evenement (genre, message_id, destinataires)
      select 'MESSAGE', n, array[${asDpps.id}::int]
      from generate_series(1, ${nombre}::int) n`.execute(db)

  it.each([
    ['redit', LOT_EVENEMENTS, [...Array.from({ length: LOT_EVENEMENTS }, () => 'MESSAGE'), 'PRET']],
    ['demande de tout relire plutôt que de redire', LOT_EVENEMENTS + 1, ['RECOMMENCER', 'PRET']],
  ])('%s %i évènements manqués', async (_, nombre, dits) => {
    const avant = await suivre(url, asDpps.jeton)
    await avant.attendre(estPret)
    avant.couper()
    await dire(nombre)
    const apres = await suivre(autre.url, asDpps.jeton, avant.dernier())
    await apres.attendre(estPret)
    expect(apres.recus.map(({ genre }) => genre)).toEqual(dits)
  })

  it('renvoie qui suivait quand il s’en passe trop d’un coup : il revient, et relit tout', async () => {
    const suivis = [
      { jeton: asDpps.jeton, suivi: await suivre(url, asDpps.jeton) },
      { jeton: asStructure.jeton, suivi: await suivre(autre.url, asStructure.jeton) },
    ]
    for (const { suivi } of suivis) await suivi.attendre(estPret)
    await dire(LOT_EVENEMENTS + 1)
    for (const { jeton, suivi } of suivis) {
      await suivi.finie
      expect(suivi.recus.map(({ genre }) => genre)).toEqual(['PRET'])
      const retour = await suivre(url, jeton, suivi.dernier())
      await retour.attendre(estPret)
      expect(retour.recus.map(({ genre }) => genre)).toEqual(['RECOMMENCER', 'PRET'])
    }
  })

  it('garde les évènements deux jours au plus', async () => {
    await db.deleteFrom('evenement').execute()
    const insere = (heures: number) =>
      sql`
      insert into evenement (genre, le)
      values ('ACCES', now() - make_interval(hours => ${heures}))`.execute(db)
    await insere(48)
    await insere(46)
    await deleteEvenementsAnciens(db, new Date())
    expect(await db.selectFrom('evenement').select('id').execute()).toHaveLength(1)
  })
})

describe('ce qui ferme un flux', () => {
  /** A person with a session of his own, who follows on the other process. */
  async function suivreAvec(id: number) {
    const jeton = await ouvrirSession(id)
    const suivi = await suivre(autre.url, jeton)
    await suivi.attendre(estPret)
    return { jeton, suivi }
  }

  it('sa session fermée, et elle seule', async () => {
    const { jeton, suivi } = await suivreAvec(asCollegue.id)
    const reste = await suivre(url, asCollegue.jeton)
    await reste.attendre(estPret)
    expect((await appelsDe(app, jeton).appeler(sessionApi.deconnecter)).statut).toBe(204)
    await suivi.finie
    const f = await neuf()
    await reste.attendre(surFormulaire(f.numero))
    expect((await suivre(url, jeton)).statut).toBe(401)
  })

  it('son compte bloqué', async () => {
    const { jeton, suivi } = await suivreAvec(asAutreStructure.id)
    await db
      .updateTable('utilisateur')
      .set({ statut: 'BLOQUE' })
      .where('id', '=', asAutreStructure.id)
      .execute()
    await suivi.finie
    expect((await suivre(url, jeton)).statut).toBe(403)
    await db.updateTable('utilisateur').set({ statut: 'ACTIF' }).execute()
  })

  it('un droit retiré : la suite lui est refusée', async () => {
    const { suivi } = await suivreAvec(asCollegue.id)
    const autreId = banc.structures.get('CPOLY-R02-01') ?? 0
    const changer = (structureId: number | null) =>
      db.updateTable('utilisateur').set({ structureId }).where('id', '=', asCollegue.id).execute()
    await changer(autreId)
    await suivi.finie
    const suite = await suivre(url, asCollegue.jeton)
    await suite.attendre(estPret)
    await neuf()
    const destinataires = [asCollegue.id]
    await publierEvenement(db, { genre: 'MESSAGE', messageId: 9, destinataires })
    await suite.attendre(({ genre }) => genre === 'MESSAGE')
    expect(suite.recus.filter(({ genre }) => genre === 'FORMULAIRE')).toEqual([])
    await changer(banc.structures.get('CAU-R01-01') ?? null)
  })

  it('son jeton échu', async () => {
    const jeton = await ouvrirSession(asCollegue.id)
    horloge.maintenant = new Date(horloge.maintenant.getTime() + 15 * 60_000 - 200)
    const suivi = await suivre(url, jeton)
    expect(suivi.statut).toBe(200)
    // On a busy machine it may be over before anything of it is read.
    await suivi.finie
    horloge.maintenant = new Date(horloge.maintenant.getTime() + 200)
    expect((await suivre(url, jeton)).statut).toBe(401)
  })
})

describe('les bornes', () => {
  it('un compte suit depuis six endroits, pas sept ; une place rendue sert de nouveau', async () => {
    const suivis = await Promise.all(
      Array.from({ length: FLUX_PAR_COMPTE }, () => suivre(url, asDirectionRegionale.jeton)),
    )
    expect(suivis.map(({ statut }) => statut)).toEqual(Array(FLUX_PAR_COMPTE).fill(200))
    const { appeler } = asDirectionRegionale
    const refus = await appeler(evenementApi.suivreEvenements)
    expect(refus).toMatchObject({ statut: 429, code: 'SUIVIS_TROP_NOMBREUX' })
    expect(refus.libelle).toContain('6 endroits')
    expect(refus.entetes['retry-after']).toBe('30')
    suivis[0]?.couper()
    await expect.poll(async () => (await suivre(url, asDirectionRegionale.jeton)).statut).toBe(200)
  })

  it('un processus plein le dit, et sert de nouveau dès qu’une place se rend', async () => {
    const diffusion = new Diffusion(
      { db, maintenant, ecouter: base.ecouter, warn: () => undefined },
      2,
    )
    onTestFinished(() => diffusion.fermer())
    const suivreIci = async ({ jeton }: { jeton: string }) => {
      const agent = await findAgent(db, jeton, horloge.maintenant)
      if (!agent) throw new Error('session fermée')
      return diffusion.suivre(agent, null, horloge.maintenant)
    }
    const [premier] = [await suivreIci(asDpps), await suivreIci(asDpps)]
    const refus = { code: 'SERVICE_OCCUPE', attente: 30 }
    await expect(suivreIci(asAdmin)).rejects.toMatchObject(refus)
    premier.destroy()
    await once(premier, 'close')
    expect((await suivreIci(asAdmin)).destroyed).toBe(false)
  })

  it('au repos, six flux ouverts ne coûtent à la base qu’un ordre par battement, de 25 s', async () => {
    // Its beats are ours; what waits for the base keeps its own time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let ordres = 0
    const compte = db.withPlugin({
      transformQuery({ node }) {
        ordres += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const warn = () => undefined
    // Nobody speaks: a call of the base, of which the first comes when it will, is a reading more.
    const silence = () => async () => undefined
    const diffusion = new Diffusion({ db: compte, maintenant, ecouter: silence, warn })
    onTestFinished(() => diffusion.fermer())
    for (const { jeton } of [asDpps, asDpps, asAdmin, asAdmin, asStructure, asStructure]) {
      const agent = await findAgent(db, jeton, horloge.maintenant)
      if (!agent) throw new Error('session fermée')
      await diffusion.suivre(agent, null, horloge.maintenant)
    }
    const ouverts = ordres
    expect(ouverts).toBeGreaterThanOrEqual(12)
    for (let lectures = 1; lectures <= 4; lectures += 1) {
      vi.advanceTimersByTime(24_000)
      expect(ordres - ouverts).toBe(lectures - 1)
      vi.advanceTimersByTime(1000)
      await expect.poll(() => ordres - ouverts).toBe(lectures)
    }
  })

  it('ce qu’un processus tué n’a pas eu le temps de dire se lit au battement suivant', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const silence = () => async () => undefined
    const diffusion = new Diffusion({ db, maintenant, ecouter: silence, warn: () => undefined })
    onTestFinished(() => diffusion.fermer())
    const agent = await findAgent(db, asDpps.jeton, horloge.maintenant)
    if (!agent) throw new Error('session fermée')
    const flux = await diffusion.suivre(agent, null, horloge.maintenant)
    let recu = ''
    flux.setEncoding('utf8').on('data', (morceau: string) => {
      recu += morceau
    })
    await publierEvenement(db, { genre: 'MESSAGE', messageId: 4, destinataires: [asDpps.id] })
    expect(recu).not.toContain('MESSAGE')
    vi.advanceTimersByTime(25_000)
    await expect.poll(() => recu).toContain('MESSAGE')
  })

  it('l’arrêt du processus finit les flux, et n’attend personne', async () => {
    const troisieme = await ouvrirAutre()
    const suivi = await suivre(troisieme.url, asDpps.jeton)
    await suivi.attendre(estPret)
    await troisieme.fermer()
    await expect(suivi.finie).resolves.toBeUndefined()
  })
})
