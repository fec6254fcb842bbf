import { annuaireApi as api } from '@releve/contract/annuaire/annuaire.api.ts'
import type { Annuaire, Chiffre } from '@releve/contract/annuaire/annuaire.schema.ts'
import { annuairePublicApi } from '@releve/contract/annuaire/public.api.ts'
import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { journalApi } from '@releve/contract/journal/journal.api.ts'
import { systemeApi } from '@releve/contract/systeme/systeme.api.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ouvrirBanc, type Personne } from '../../test/banc.ts'
import { falsifierLigne } from '../../test/falsifier.ts'
import { agir, amener, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { recalculer } from '../../test/recalculs.ts'
import { inTransaction } from '../platform/base/transaction.ts'
import { demanderRecalculDuMoteur } from '../tache/recalcul.sql.ts'
import { type Contenu, type Coulisses, type Edition, findEdition } from './annuaire.sql.ts'
import { attendreSonTour, type Moyens } from './calculer.ts'
import { figer as arreterEdition } from './enregistrer.ts'
import { cleDe } from './evaluer.ts'
import { figer } from './fichier.banc.ts'
import { genererAnnuaire } from './generer.ts'

const banc = await ouvrirBanc()
const { asDpps, asStructure, anonyme, base } = banc
const annee = 2024
const titre = 'Annuaire statistique 2024'
const texte = 'Le centre d’accueil avait mal compté ses journées de décembre.'

const apercu = async (query = {}) =>
  reussi(asDpps.appeler(api.genererApercu, { params: { annee }, query }))

const enregistrer = (etat: Annuaire['etat'], reste = {}) =>
  asDpps.appeler(api.enregistrerAnnuaire, {
    body: { annee, titre, avantPropos: 'Bonjour.', etat, ...reste },
  })

async function lire(qui: Personne, edition?: number): Promise<Annuaire> {
  const lu = await reussi(
    qui.appeler(api.lireAnnuaire, { params: { param: String(annee) }, query: { edition } }),
  )
  if (Array.isArray(lu)) throw new Error('une liste')
  return lu
}

function chiffre({ chapitres }: Annuaire, tableau: string, ligne: string, colonne: string) {
  const table = chapitres.flatMap(({ tableaux }) => tableaux).find(({ code }) => code === tableau)
  const rang = table?.colonnes.findIndex(({ code }) => code === colonne) ?? -1
  return table?.lignes.find(({ code }) => code === ligne)?.cellules[rang] as Chiffre | undefined
}

let decembre: Formulaire

beforeAll(async () => {
  await reussi(
    asDpps.appeler(calendrierApi.rouvrirMois, {
      body: {
        structures: ['CAU-R01-01'],
        mois: 'DECEMBER',
        annee,
        jusqua: '2025-04-10',
        motif: 'Le registre a été perdu.',
      },
    }),
  )
  decembre = await amener(banc, 'DIFFUSE', { mois: 'DECEMBER', annee })
  await amener(banc, 'SOUMIS', { modele: 'EPM', mois: 'DECEMBER', annee })
})

describe('un annuaire', () => {
  it('ne se fait ni d’une année à venir, ni d’une année sans rapport retenu', async () => {
    const faire = (voulue: number) =>
      asDpps.appeler(api.genererApercu, { params: { annee: voulue } })
    expect((await faire(2031)).code).toBe('ANNEE_A_VENIR')
    const vide = await faire(2019)
    expect([vide.statut, vide.code]).toEqual([422, 'ANNEE_SANS_DONNEES'])
    expect((await enregistrer('ARRETE')).code).toBe('ANNUAIRE_TRANSITION_INTERDITE')
  })

  it('ne compte les rapports soumis que dans un aperçu qui le demande', async () => {
    const absent = { sorte: 'absent', raison: 'NON_RECU' }
    expect(chiffre(await apercu(), 'T4.1', 'TOT', 'TOT.TOT')).toMatchObject(absent)
    const avec = await apercu({ soumis: 'true' })
    expect([avec.provisoire, avec.soumisInclus]).toEqual([true, true])
    expect(chiffre(avec, 'T4.1', 'TOT', 'TOT.TOT')).toMatchObject({ sorte: 'valeur' })
  })

  it('compte la dernière version publiée d’un rapport repris', async () => {
    const avant = chiffre(await apercu(), 'T5.3', 'TOT', 'JOURNEES')
    const repris = await renvoyer(asDpps, decembre)
    expect(repris.etat).toBe('RENVOYE')
    expect(chiffre(await apercu(), 'T5.3', 'TOT', 'JOURNEES')).toEqual(avant)
    decembre = repris
  })

  it('dit sa couverture, et les structures qui n’ont pas répondu, mois par mois', async () => {
    const decembreDit = ({ couverture }: Annuaire) =>
      couverture.modeles
        .find(({ modele }) => modele === 'RMA')
        ?.mois.find(({ mois }) => mois === 'DECEMBER')
    // While its month is open again, what came of it is in advance.
    expect(decembreDit(await apercu())).toMatchObject({ attendus: 10, recus: 0, enAvance: 1 })
    const { maintenant } = banc.horloge
    banc.horloge.maintenant = new Date('2025-04-11T10:00:00Z')
    const lu = await apercu()
    banc.horloge.maintenant = maintenant
    const { nonRepondants } = lu
    expect(decembreDit(lu)).toMatchObject({ attendus: 11, recus: 1, retenus: 1 })
    const siens = nonRepondants.find(({ mois }) => mois === 'DECEMBER')?.rapports ?? []
    expect(siens.filter(({ modele }) => modele === 'RMA')).toHaveLength(10)
    const epm = { structure: 'CAU-R01-01', modele: 'EPM', recu: true }
    expect(siens).toContainEqual(expect.objectContaining(epm))
  })

  it('explique un chiffre par les rapports qui le font', async () => {
    const query = { tableau: 'T2.4', ligne: 'M12', colonne: 'TOT' }
    const explication = await reussi(
      asDpps.appeler(api.expliquerChiffre, { params: { annee }, query }),
    )
    expect(explication.chiffre).toEqual({
      sorte: 'valeur',
      valeur: decembre.effectif,
    })
    expect(explication.elements).toMatchObject([
      { numero: decembre.numero, versionDiffusee: 1, apport: decembre.effectif },
    ])
    expect(explication.elements[0]?.cellules.map(({ cellule }) => cellule)).toEqual([
      'MVT.FIN.F',
      'MVT.FIN.M',
    ])
    const inconnu = await asDpps.appeler(api.expliquerChiffre, {
      params: { annee },
      query: { ...query, ligne: 'M13' },
    })
    expect([inconnu.statut, inconnu.code]).toEqual([404, 'CHIFFRE_INTROUVABLE'])
  })

  it('n’explique rien d’une année à venir, et ses appels le disent', async () => {
    const query = { tableau: 'T2.4', ligne: 'M12', colonne: 'TOT' }
    const params = { annee: 2031 }
    for (const { statut, code } of [
      await asDpps.appeler(api.expliquerChiffre, { params, query }),
      await asDpps.appeler(api.exporterExplication, { params, query: { ...query, format: 'csv' } }),
    ])
      expect([statut, code]).toEqual([422, 'ANNEE_A_VENIR'])
    for (const { erreurs } of [api.expliquerChiffre, api.exporterExplication])
      expect(erreurs).toContain('ANNEE_A_VENIR')
  })

  it('va de provisoire à arrêté, puis à publié, et ne se lit de tous que publié', async () => {
    const provisoire = await reussi(enregistrer('PROVISOIRE', { version: 0 }))
    expect(provisoire).toMatchObject({ etat: 'PROVISOIRE', edition: 1, provisoire: true })
    expect(provisoire.actions).toEqual(['enregistrer', 'arreter'])
    expect((await enregistrer('PUBLIE')).code).toBe('ANNUAIRE_TRANSITION_INTERDITE')
    expect((await enregistrer('ARRETE', { version: 9 })).code).toBe('ANNUAIRE_VERSION_PERIMEE')
    const arrete = await reussi(enregistrer('ARRETE', { version: provisoire.version }))
    expect(arrete).toMatchObject({
      etat: 'ARRETE',
      provisoire: false,
      actions: ['publier', 'corriger'],
    })
    const params = { param: String(annee) }
    expect((await asStructure.appeler(api.lireAnnuaire, { params })).statut).toBe(404)
    expect(await reussi(enregistrer('ARRETE'))).toEqual(arrete)
    const publie = await reussi(enregistrer('PUBLIE'))
    expect(publie).toMatchObject({ etat: 'PUBLIE', empreinte: arrete.empreinte })
    // What was proved of its secrecy is for who freezes it.
    const { preuve, masques, ...lisible } = publie
    expect(masques?.length).toBeGreaterThan(0)
    expect(preuve?.valeurs).toBe(3)
    expect(preuve?.chiffres).toBeGreaterThan(10)
    expect(await lire(asStructure)).toEqual({ ...lisible, sommaire: [], actions: [] })
    const { annuaire } = await reussi(anonyme.appeler(systemeApi.lireConfiguration))
    expect(annuaire).toMatchObject({ annee, titre })
    expect(annuaire?.chiffres).toContainEqual(
      expect.objectContaining({ code: 'RAPPORTS', valeur: 1 }),
    )
  })

  it('arrêté, ne change plus, quoi qu’il advienne des rapports et des listes', async () => {
    const fige = await lire(asDpps)
    const journees = Number(decembre.donnees['JOURNEES'])
    let corrige = await relire(asStructure, decembre.numero)
    const { formulaireApi } = await import('@releve/contract/formulaire/formulaire.api.ts')
    corrige = await reussi(
      asStructure.appeler(formulaireApi.modifierFormulaire, {
        body: { ...corrige, donnees: { JOURNEES: journees - 30 } },
      }),
    )
    const etapes = [
      ['soumettre', asStructure],
      ['valider', banc.asAdmin],
      ['approuver', asDpps],
      ['diffuser', asDpps],
    ] as const
    for (const [acte, qui] of etapes) corrige = await reussi(agir(qui, acte, corrige))
    await base.db
      .updateTable('codificationValeur')
      .set({ actif: false })
      .where('code', '=', 'A60P')
      .execute()
    expect(await lire(asDpps)).toEqual(fige)
    const explication = await reussi(
      asDpps.appeler(api.expliquerChiffre, {
        params: { annee },
        query: { edition: 1, tableau: 'T5.3', ligne: 'TOT', colonne: 'JOURNEES' },
      }),
    )
    expect(explication.chiffre).toEqual({ sorte: 'valeur', valeur: journees })
    expect(explication.elements[0]?.versionDiffusee).toBe(1)
  })

  it('arrêté, reste le même à l’octet près quand le moteur calcule autrement', async () => {
    const octets = async () => {
      const { rows } = await sql<{ octets: string }>`
        select md5(contenu::text || coulisses::text) as octets from annuaire
        where annee = ${annee} order by id`.execute(base.db)
      return rows
    }
    const [avant, lu] = [await octets(), await lire(asDpps)]
    await demanderRecalculDuMoteur(base.db, 'décimales exactes')
    expect(await recalculer(base.db)).toBeGreaterThan(0)
    expect(avant.length).toBeGreaterThan(0)
    expect([await octets(), await lire(asDpps)]).toEqual([avant, lu])
  })

  it('arrêté, ne se modifie ni ne se supprime dans la base', async () => {
    const changer = base.db.updateTable('annuaire').set({ titre: 'x' }).where('annee', '=', annee)
    await expect(changer.execute()).rejects.toThrow('never changes')
    const effacer = base.db.deleteFrom('annuaire').where('annee', '=', annee)
    await expect(effacer.execute()).rejects.toThrow('never deleted')
    await expect(base.db.deleteFrom('annuaireSource').execute()).rejects.toThrow('append-only')
  })

  it('publié, se corrige par une nouvelle édition qui dit pourquoi et ce qui change', async () => {
    expect((await enregistrer('PROVISOIRE')).code).toBe('CORRECTION_A_EXPLIQUER')
    const correction = { nature: 'ERREUR', texte } as const
    const ouverte = await reussi(enregistrer('PROVISOIRE', { correction }))
    expect(ouverte).toMatchObject({ edition: 2, etat: 'PROVISOIRE' })
    expect((await lire(asStructure)).edition).toBe(1)
    const seconde = await reussi(enregistrer('ARRETE'))
    const journees = Number(decembre.donnees['JOURNEES'])
    expect(seconde.errata).toMatchObject([
      { edition: 2, nature: 'ERREUR', texte, le: seconde.arreteLe },
    ])
    const attendue = {
      tableau: 'T5.3',
      ligne: 'TOT',
      colonne: 'JOURNEES',
      avant: { sorte: 'valeur', valeur: journees },
      apres: { sorte: 'valeur', valeur: journees - 30 },
    }
    expect(seconde.errata[0]?.differences).toContainEqual(expect.objectContaining(attendue))
    const query = { de: 1, vers: 2, taille: 200 }
    const differences = await reussi(
      asDpps.appeler(api.listDifferences, { params: { annee }, query }),
    )
    expect(differences.elements).toEqual(seconde.errata[0]?.differences)
    expect(
      (await asStructure.appeler(api.listDifferences, { params: { annee }, query })).statut,
    ).toBe(404)
    await reussi(enregistrer('PUBLIE'))
    const editions = await reussi(
      asStructure.appeler(api.lireAnnuaire, { params: { param: 'tous' } }),
    )
    expect(editions).toMatchObject([
      { annee, edition: 2, nature: 'ERREUR' },
      { annee, edition: 1, nature: null },
    ])
    expect((await lire(asStructure)).edition).toBe(2)
  })

  it('ne s’arrête pas avant la fin de son année', async () => {
    await amener(banc, 'DIFFUSE', { mois: 'FEBRUARY', annee: 2025 })
    const cette = (etat: Annuaire['etat']) =>
      asDpps.appeler(api.enregistrerAnnuaire, {
        body: { annee: 2025, titre, avantPropos: '', etat },
      })
    expect((await reussi(cette('PROVISOIRE'))).actions).toEqual(['enregistrer'])
    expect((await cette('ARRETE')).code).toBe('ANNEE_EN_COURS')
  })

  it('compare avec l’annuaire de l’année d’avant, sans variation quand les mois diffèrent', async () => {
    const lu = await reussi(asDpps.appeler(api.genererApercu, { params: { annee: 2025 } }))
    const cellule = chiffre(lu, 'T5.3', 'TOT', 'JOURNEES')
    const avant = Number(decembre.donnees['JOURNEES']) - 30
    expect(cellule).toMatchObject({ nMoins1: { sorte: 'valeur', valeur: avant }, variation: null })
  })
})

describe('les chapitres d’une édition', () => {
  const codes = ({ chapitres }: Annuaire) => chapitres.map(({ code }) => code)
  const correction = { nature: 'REVISION', texte } as const

  it('ni l’avant-propos ni les annexes ne s’omettent, un chapitre inconnu se refuse', async () => {
    for (const chapitres of [[{ code: '0', retenu: false }], [{ code: '12', retenu: true }]]) {
      const refus = await enregistrer('PROVISOIRE', { correction, chapitres })
      expect([refus.statut, refus.code]).toEqual([400, 'REQUETE_INVALIDE'])
    }
  })

  it('un chapitre omis n’est ni à l’écran ni dans les fichiers ; son introduction est gardée', async () => {
    const introduction = 'Les entrées de l’année.'
    const ouverte = await reussi(
      enregistrer('PROVISOIRE', {
        correction,
        chapitres: [{ code: '3', introduction, retenu: false }],
      }),
    )
    expect(codes(ouverte)).toEqual(['0', '1', '2', '4', '5', '6', '7', '8', '9'])
    expect(ouverte.sommaire[3]).toMatchObject({ code: '3', retenu: false, introduction })
    const arretee = await reussi(enregistrer('ARRETE'))
    expect(codes(arretee)).toEqual(codes(ouverte))
    expect(arretee.errata[0]?.differences).toContainEqual(
      expect.objectContaining({ tableau: 'T3.1', apres: null }),
    )
    await reussi(enregistrer('PUBLIE'))
    const { tableaux } = await reussi(
      anonyme.appeler(annuairePublicApi.lireAnnuairePublic, { params: { annee } }),
    )
    expect(tableaux.some(({ code }) => code.startsWith('T3.'))).toBe(false)
    const apres = await reussi(asDpps.appeler(api.genererApercu, { params: { annee: 2025 } }))
    // Of its two months, five came: the detail lets none of them be told.
    expect(chiffre(apres, 'T3.1', 'TOT', 'TOT')).toMatchObject({ nMoins1: { sorte: 'secret' } })
    expect(chiffre(apres, 'T3.3', 'TOT', 'ENT')).toMatchObject({ nMoins1: { sorte: 'secret' } })
    expect(chiffre(apres, 'T3.3', 'TOT', 'MOY')).toMatchObject({
      nMoins1: { sorte: 'valeur', valeur: 44 },
    })
  })

  it('l’édition suivante les reprend, et peut les rendre', async () => {
    const suivante = await reussi(enregistrer('PROVISOIRE', { correction }))
    expect(codes(suivante)).not.toContain('3')
    const rendue = await reussi(
      enregistrer('PROVISOIRE', { chapitres: [{ code: '3', retenu: true }] }),
    )
    expect(rendue.chapitres[3]).toMatchObject({
      code: '3',
      introduction: 'Les entrées de l’année.',
    })
  })
})

describe('ce qui arrive pendant et après un arrêt', () => {
  const passee = 2023
  const avancer = (voulu: Annuaire['etat']) =>
    asDpps.appeler(api.enregistrerAnnuaire, {
      body: { annee: passee, titre: 'Annuaire statistique 2023', avantPropos: '', etat: voulu },
    })
  const lirePassee = () =>
    reussi(asDpps.appeler(api.lireAnnuaire, { params: { param: String(passee) } }))
  let valide: Formulaire

  beforeAll(async () => {
    const body = { structures: ['CAU-R01-01'], mois: 'DECEMBER' as const, annee: passee }
    const reouverture = { ...body, jusqua: '2025-04-10', motif: 'Le registre a été retrouvé.' }
    await reussi(asDpps.appeler(calendrierApi.rouvrirMois, { body: reouverture }))
    valide = await amener(banc, 'VALIDE', { mois: 'DECEMBER', annee: passee })
    await reussi(avancer('PROVISOIRE'))
  })

  it('coupé en chemin, ne laisse rien d’arrêté, et se reprend', async () => {
    await sql`create function couper() returns trigger language plpgsql
      as $$ begin raise exception 'coupé'; end $$`.execute(base.db)
    await sql`create trigger couper before update on annuaire for each row
      when (new.etat = 'ARRETE') execute function couper()`.execute(base.db)
    expect((await avancer('ARRETE')).statut).toBe(500)
    await sql`drop trigger couper on annuaire`.execute(base.db)
    expect(await lirePassee()).toMatchObject({ etat: 'PROVISOIRE', arreteLe: null })
    const { rows } = await sql`select s.formulaire_id from annuaire_source s
      join annuaire a on a.id = s.annuaire_id where a.annee = ${passee}`.execute(base.db)
    expect(rows).toEqual([])
    expect(await reussi(avancer('ARRETE'))).toMatchObject({ etat: 'ARRETE', edition: 1 })
  })

  it('garde les chiffres d’un rapport qui n’était que validé, et qui est renvoyé depuis', async () => {
    const fige = await lirePassee()
    expect((await renvoyer(asDpps, valide)).etat).toBe('RENVOYE')
    expect(await lirePassee()).toEqual(fige)
    const query = { edition: 1, tableau: 'T5.3', ligne: 'TOT', colonne: 'JOURNEES' }
    const explication = await reussi(
      asDpps.appeler(api.expliquerChiffre, { params: { annee: passee }, query }),
    )
    const valeur = Number(valide.donnees['JOURNEES'])
    expect(explication.chiffre).toEqual({ sorte: 'valeur', valeur })
    expect(explication.elements).toMatchObject([{ etat: 'VALIDE', versionDiffusee: null }])
  })

  it.each(['abc', '-2024', '2024.5', '20245', '2024 or 1=1'])(
    'ne se lit pas d’une adresse retouchée (%s)',
    async (param) => {
      // What a person may write in the address, which the types of the client do not let one say.
      const params = { annee: param as unknown as number }
      const lues = [
        await asDpps.appeler(api.lireAnnuaire, { params: { param } }),
        await asDpps.appeler(api.genererApercu, { params }),
        await asDpps.appeler(api.listDifferences, { params, query: { de: 1, vers: 2 } }),
      ]
      expect(lues.map(({ statut }) => statut)).toEqual([400, 400, 400])
    },
  )
})

describe('le secret d’une édition', () => {
  it('arrêtée avant qu’il ne soit vérifié, se dit non vérifié à qui la tient', async () => {
    await figer(base.db, 'PUBLIE', { annee: 2018 })
    const params = { param: '2018' }
    const lu = await reussi(asDpps.appeler(api.lireAnnuaire, { params }))
    expect(lu).toMatchObject({ etat: 'PUBLIE', preuve: null })
    expect(await reussi(asStructure.appeler(api.lireAnnuaire, { params }))).not.toHaveProperty(
      'preuve',
    )
  })

  it('qui se retrouve empêche de l’arrêter, n’écrit rien, et nomme les tableaux', async () => {
    // The edition before shows what it says that it hides: the other of the row follows from it.
    const { rows } = await sql<{ id: number; contenu: Contenu; coulisses: Coulisses }>`
      select id, contenu, coulisses from annuaire where annee = ${annee} and contenu is not null order by edition desc`.execute(
      base.db,
    )
    const [precedente] = rows
    if (!precedente) throw new Error('rien d’arrêté')
    const { contenu, coulisses } = precedente
    const valeurs = new Map(coulisses.valeurs)
    const tableau = contenu.chapitres
      .flatMap(({ tableaux }) => tableaux)
      .find(({ code }) => code === 'T2.1')
    const formules = coulisses.formules.find(({ code }) => code === 'T2.1')?.formules ?? []
    const exact = (l: number, c: number) => {
      const formule = formules[l]?.[c]
      return formule && formule.sorte !== 'taux' ? (valeurs.get(cleDe(formule, annee)) ?? 0) : 0
    }
    const l = tableau?.lignes.findIndex(
      ({ sorte, cellules: [m, f, tous] }, rang) =>
        sorte === 'detail' &&
        m?.sorte === 'secret' &&
        f?.sorte === 'secret' &&
        tous?.sorte === 'valeur' &&
        exact(rang, 0) < 5,
    )
    const cellules = tableau?.lignes[l ?? -1]?.cellules
    if (!cellules || l === undefined) throw new Error('rien de caché')
    cellules[1] = { sorte: 'valeur', valeur: exact(l, 1) }
    // None says the other by itself: what was read already, no refusal takes back.
    for (const { id, contenu: lu } of rows) {
      const siennes = lu.chapitres
        .flatMap(({ tableaux }) => tableaux)
        .find(({ code }) => code === 'T2.1')?.lignes[l]?.cellules
      if (siennes) siennes[0] = { sorte: 'absent', raison: 'NON_RECU' }
      const dit = JSON.stringify(lu).replaceAll("'", "''")
      await falsifierLigne(base.db, `update annuaire set contenu = '${dit}' where id = ${id}`)
    }
    const refus = await enregistrer('ARRETE')
    expect([refus.statut, refus.code]).toEqual([422, 'SECRET_RETROUVE'])
    expect(refus.libelle).toContain('le tableau T2.1')
    const params = { param: String(annee) }
    expect(await reussi(asDpps.appeler(api.lireAnnuaire, { params }))).toMatchObject({
      etat: 'PROVISOIRE',
      arreteLe: null,
    })
    // Without that chapter, its tables say nothing any more.
    const sans = await reussi(enregistrer('ARRETE', { chapitres: [{ code: '2', retenu: false }] }))
    expect(sans).toMatchObject({ etat: 'ARRETE', preuve: { valeurs: 3 } })
  })
})

describe('un calcul qui ne finit pas', () => {
  const SANS_FIN = new URL('data:text/javascript,for(;;);')
  const sansFin = () => {
    const [limite, commence] = [new AbortController(), Promise.withResolvers<void>()]
    const moyens: Moyens = {
      programme: SANS_FIN,
      limite: () => {
        commence.resolve()
        return limite.signal
      },
    }
    return { moyens, commence: commence.promise, arreter: () => limite.abort() }
  }
  const demande = { annee, soumis: false, introductions: {}, suite: null }
  const cadre = () => ({ db: base.db, maintenant: banc.horloge.maintenant })
  const refus = { code: 'CALCUL_TROP_LONG', message: expect.stringContaining('trois minutes') }

  it('est arrêté et refusé, sans que personne attende pendant ni après', async () => {
    const { moyens, commence, arreter } = sansFin()
    const source = { annee, soumis: false }
    const calcul = attendreSonTour(() => genererAnnuaire(cadre(), { ...demande, source }, moyens))
    const echec = calcul.catch((cause: unknown) => cause)
    await commence
    expect((await lire(asDpps)).annee).toBe(annee)
    const suivant = apercu()
    arreter()
    expect(await echec).toMatchObject(refus)
    expect((await suivant).annee).toBe(annee)
  })

  it('n’écrit rien de l’édition qui s’arrêtait', async () => {
    await reussi(enregistrer('PROVISOIRE', { correction: { nature: 'REVISION', texte } }))
    const etat = async () => ({
      edition: await findEdition(base.db, { annee }),
      sources: await base.db.selectFrom('annuaireSource').selectAll().execute(),
    })
    const avant = await etat()
    expect(avant.edition).toMatchObject({ etat: 'PROVISOIRE' })
    const { moyens, commence, arreter } = sansFin()
    const arret = inTransaction(base.db, (db) =>
      arreterEdition({ ...cadre(), db }, avant.edition as Edition, moyens),
    )
    const echec = arret.catch((cause: unknown) => cause)
    await commence
    arreter()
    expect(await echec).toMatchObject(refus)
    expect(await etat()).toEqual(avant)
  })

  it('se dit à qui demande un aperçu, ou un arrêt', async () => {
    const depasser = () =>
      vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => {
        const limite = new AbortController()
        setImmediate(() => limite.abort())
        return limite.signal
      })
    for (const appeler of [
      () => asDpps.appeler(api.genererApercu, { params: { annee } }),
      () => enregistrer('ARRETE'),
    ]) {
      const limite = depasser()
      const { statut, code, libelle } = await appeler()
      limite.mockRestore()
      expect([statut, code]).toEqual([422, 'CALCUL_TROP_LONG'])
      expect(libelle).toContain('Recommencez')
    }
    expect((await lire(asDpps)).etat).toBe('PROVISOIRE')
  })
})

describe('les réglages de l’annuaire', () => {
  it('le seuil se règle entre ses bornes, la licence parmi celles que l’on connaît', async () => {
    const regler = (seuilSecret: number, licence = 'ODBL_1', partComparable = 65) =>
      asDpps.appeler(api.modifierReglagesAnnuaire, {
        // As by hand: any text.
        body: { seuilSecret, partComparable, licence: licence as 'ODBL_1' },
      })
    expect((await regler(2)).statut).toBe(400)
    expect((await regler(11, 'LA_MIENNE')).statut).toBe(400)
    for (const part of [49, 101, 80.5])
      expect([part, (await regler(11, 'ODBL_1', part)).statut]).toEqual([part, 400])
    const { version: _, ...regles } = await reussi(regler(11))
    // What a page of before does not say stays.
    expect(regles).toEqual({
      seuilSecret: 11,
      agentsProteges: false,
      partComparable: 65,
      licence: 'ODBL_1',
    })
    const lu = await reussi(asDpps.appeler(api.genererApercu, { params: { annee: 2025 } }))
    expect([lu.seuilSecret, lu.partComparable]).toEqual([11, 65])
  })

  it('les agents s’y protègent par oui ou par non, avec une ligne au journal, et pour l’avenir seul', async () => {
    const figes = await lire(asDpps, 1)
    const regler = (agentsProteges: unknown) =>
      asDpps.appeler(api.modifierReglagesAnnuaire, {
        // As by hand: anything.
        body: {
          seuilSecret: 11,
          agentsProteges: agentsProteges as boolean,
          partComparable: 65,
          licence: 'ODBL_1',
        },
      })
    for (const faux of ['oui', 1, null])
      expect([faux, (await regler(faux)).statut]).toEqual([faux, 400])
    expect((await reussi(regler(true))).agentsProteges).toBe(true)
    const { elements } = await reussi(
      asDpps.appeler(journalApi.listJournal, {
        query: { action: 'REGLAGES_ANNUAIRE_MODIFIES' },
      }),
    )
    expect(elements[0]?.details).toContainEqual({
      libelle: 'Agents présents couverts par le secret statistique',
      avant: 'non',
      valeur: 'oui',
      change: true,
    })
    const protege = await reussi(asDpps.appeler(api.genererApercu, { params: { annee: 2025 } }))
    expect(protege.agentsProteges).toBe(true)
    expect(await lire(asDpps, 1)).toEqual(figes)
    await reussi(regler(false))
  })

  it('incorrects dans la base, reprennent leurs valeurs par défaut', async () => {
    await base.db
      .updateTable('parametre')
      .set({ valeur: '"x"' })
      .where('cle', 'in', ['seuilSecret', 'agentsProteges', 'partComparable', 'licence'])
      .execute()
    const { version: _, ...regles } = await reussi(asDpps.appeler(api.lireReglagesAnnuaire))
    expect(regles).toEqual({
      seuilSecret: 5,
      agentsProteges: false,
      partComparable: 80,
      licence: 'ETALAB_2',
    })
  })
})
