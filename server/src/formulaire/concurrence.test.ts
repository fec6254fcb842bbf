import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, inject, it } from 'vitest'
import { PORTEE } from '../../../tools/portee.ts'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { CoursePerdue } from '../platform/erreur.ts'
import type { Db } from '../platform/route.ts'
import { findAgent } from '../session/session.sql.ts'
import { contenuDe } from './actes.ts'
import { insererFormulaire, preparerFormulaire } from './creer.ts'
import { historiqueDe, MOTIF, modifier, ouvrirBancFormulaires, photo } from './formulaire.banc.ts'
import { ouvrirFormulaire } from './formulaire.calcul.ts'
import { updateFormulaire } from './formulaire.ecriture.sql.ts'
import { relireFormulaire } from './formulaire.sql.ts'
import { findStructureSaisie } from './structure-saisie.sql.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asCollegue, asAdmin, asDpps, asAutreDpps } = banc

const statuts = (reponses: { statut: number; code: string }[]) =>
  reponses.map(({ statut, code }) => `${statut}${code && ` ${code}`}`).toSorted()

describe('deux personnes en même temps', () => {
  it.each([
    ['en disant leur version', true],
    ['sans dire leur version', false],
  ])('ne valident pas toutes deux un rapport (%s)', async (_, avecVersion) => {
    const f = await amener(banc, 'SOUMIS')
    const valider = (personne: typeof asAdmin) =>
      personne.appeler(api.validerFormulaire, {
        params: { id: f.id },
        query: avecVersion ? { version: f.version } : {},
      })
    const reponses = await Promise.all([asAdmin, asDpps, asAutreDpps].map(valider))
    expect(statuts(reponses)).toEqual([
      '200',
      '409 TRANSITION_INTERDITE',
      '409 TRANSITION_INTERDITE',
    ])
    const actes = (await historiqueDe(asDpps, f.numero)).map(({ action }) => action)
    expect(actes).toEqual(['valider', 'soumettre', 'enregistrer'])
  })

  it('ne valident et ne renvoient pas toutes deux un rapport', async () => {
    const f = await amener(banc, 'SOUMIS')
    const params = { id: f.id }
    const reponses = await Promise.all([
      asAdmin.appeler(api.validerFormulaire, { params, query: { version: f.version } }),
      asDpps.appeler(api.renvoyerFormulaire, { params, query: { version: f.version, ...MOTIF } }),
    ])
    expect(reponses.map(({ statut }) => statut).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('n’ouvrent qu’un rapport du mois, et le refus nomme celui qui existe', async () => {
    const enregistrer = (personne: typeof asAdmin) =>
      personne.appeler(api.enregistrerFormulaire, {
        params: { mois: 'MARCH', annee: 2025 },
        body: { modele: 'RMA', structure: 'CAU-R01-01' },
      })
    const qui = [asStructure, asCollegue, asDpps, asAutreDpps]
    const reponses = await Promise.all(qui.map(enregistrer))
    const existant = '409 FORMULAIRE_EXISTANT'
    expect(statuts(reponses)).toEqual(['200', existant, existant, existant])
    const refus = reponses.find(({ statut }) => statut === 409)
    expect(refus?.libelle).toContain('RMA-CAU-R01-01-202503')
    expect(await historiqueDe(asDpps, 'RMA-CAU-R01-01-202503')).toHaveLength(1)
  })

  it('changent des cases différentes : rien ne se perd', async () => {
    const f = await commencer(asStructure)
    const [ici, la] = await Promise.all([
      modifier(asStructure, f, { 'MVT.DEB.M': 71 }),
      modifier(asCollegue, f, { 'MVT.DEB.F': 72 }),
    ])
    expect(statuts([ici, la])).toEqual(['200', '200'])
    const { donnees, version } = await relire(asDpps, f.numero)
    expect([donnees['MVT.DEB.M'], donnees['MVT.DEB.F']]).toEqual([71, 72])
    expect(donnees['MVT.DEB.TOT']).toBe(143)
    expect(version).toBe(f.version + 2)
  })

  it('changent la même case : l’une seulement gagne, l’autre lit les deux valeurs', async () => {
    const f = await commencer(asStructure)
    const reponses = await Promise.all([
      modifier(asStructure, f, { 'MVT.DEB.M': 71 }),
      modifier(asCollegue, f, { 'MVT.DEB.M': 72 }),
    ])
    expect(statuts(reponses)).toEqual(['200', '409 CELLULES_EN_CONFLIT'])
    const gagnante = reponses.find(({ statut }) => statut === 200)
    const { donnees } = await relire(asDpps, f.numero)
    expect(donnees['MVT.DEB.M']).toBe(gagnante?.corps.donnees['MVT.DEB.M'])
  })

  it('soumettent et modifient : la modification passe avant, ou n’est pas écrite', async () => {
    const f = await commencer(asStructure)
    const [soumis, modifie] = await Promise.all([
      agir(asStructure, 'soumettre', f),
      modifier(asCollegue, f, { DIFF: 'Dernière minute.' }),
    ])
    const { etat, donnees } = await relire(asDpps, f.numero)
    if (modifie.statut === 200) {
      expect([soumis.code, etat]).toEqual(['VERSION_PERIMEE', 'BROUILLON'])
      expect(donnees['DIFF']).toBe('Dernière minute.')
    } else {
      expect([modifie.code, etat]).toEqual(['TRANSITION_INTERDITE', 'SOUMIS'])
      expect(donnees['DIFF']).toBe(f.donnees['DIFF'])
    }
  })

  it('voient les remarques posées pendant qu’elles attendaient', async () => {
    const f = await amener(banc, 'SOUMIS')
    const remarquer = (personne: typeof asAdmin, cellule: string) =>
      personne.appeler(api.remarquerFormulaire, {
        body: {
          numero: f.numero,
          remarques: [{ cellule, texte: 'Pourquoi ?', statut: 'OUVERTE' }],
        },
      })
    const cellules = ['MVT.FIN.M', 'MVT.FIN.F', 'DIFF', 'BESOINS']
    const qui = [asAdmin, asDpps, asAutreDpps, asAdmin]
    const reponses = await Promise.all(
      qui.map((personne, i) => remarquer(personne, cellules[i] ?? '')),
    )
    expect(statuts(reponses)).toEqual(['200', '200', '200', '200'])
    expect((await renvoyer(asAdmin, await relire(asAdmin, f.numero))).remarques).toHaveLength(4)
    const edition = { numero: f.numero, version: 100 }
    expect((await modifier(asStructure, edition, {})).code).toBe('VERSION_PERIMEE')
  })
})

describe('deux fenêtres d’une même personne', () => {
  const CASE = 'MVT.DEB.M'
  type Envoi = { poste?: string; envoi?: number }
  const envoyer = (f: { numero: string; version: number }, valeur: number, page: Envoi) =>
    asStructure.appeler(api.modifierFormulaire, {
      body: { numero: f.numero, version: f.version, donnees: { [CASE]: valeur }, ...page },
    })

  it('se contredisent sur une case, et apprennent quand la seconde valeur fut enregistrée', async () => {
    const f = await commencer(asStructure)
    await reussi(envoyer(f, 71, { poste: 'page0001', envoi: 1 }))
    const refus = await envoyer(f, 72, { poste: 'page0002', envoi: 1 })
    expect(refus.code).toBe('CELLULES_EN_CONFLIT')
    expect(refus.details).toEqual([
      {
        chemin: CASE,
        code: 'CELLULES_EN_CONFLIT',
        libelle:
          'Votre valeur\u00a0: 72\u202f; valeur enregistrée par vous, dans une autre fenêtre, à 10:00\u00a0: 71.',
        auteur: 'vous',
        le: '2025-03-20T10:00:00.000Z',
      },
    ])
    expect((await relire(asDpps, f.numero)).donnees[CASE]).toBe(71)
  })

  it('ne se contredisent pas sur des cases différentes, ni sur une même valeur', async () => {
    const f = await commencer(asStructure)
    await reussi(envoyer(f, 71, { poste: 'page0001', envoi: 1 }))
    await reussi(envoyer(f, 71, { poste: 'page0002', envoi: 1 }))
    await reussi(
      asStructure.appeler(api.modifierFormulaire, {
        body: {
          numero: f.numero,
          version: f.version,
          donnees: { 'MVT.DEB.F': 72 },
          poste: 'page0002',
          envoi: 2,
        },
      }),
    )
    const { donnees } = await relire(asDpps, f.numero)
    expect([donnees[CASE], donnees['MVT.DEB.F']]).toEqual([71, 72])
  })

  it('une fenêtre ne se contredit pas, quand la réponse à son envoi s’est perdue', async () => {
    const f = await commencer(asStructure)
    await reussi(envoyer(f, 71, { poste: 'page0001', envoi: 1 }))
    await reussi(envoyer(f, 72, { poste: 'page0001', envoi: 2 }))
    expect((await relire(asDpps, f.numero)).donnees[CASE]).toBe(72)
  })

  it('un envoi qui arrive après le suivant n’écrit rien', async () => {
    const f = await commencer(asStructure)
    await reussi(envoyer(f, 72, { poste: 'page0001', envoi: 2 }))
    const tard = await envoyer(f, 71, { poste: 'page0001', envoi: 1 })
    expect(tard.code).toBe('CELLULES_EN_CONFLIT')
    expect((await relire(asDpps, f.numero)).donnees[CASE]).toBe(72)
  })

  it('sans nom de fenêtre, c’est la personne qui ne se contredit pas', async () => {
    const f = await commencer(asStructure)
    await reussi(envoyer(f, 71, {}))
    await reussi(envoyer(f, 72, {}))
    expect((await relire(asDpps, f.numero)).donnees[CASE]).toBe(72)
  })

  it('le refus dit qui a enregistré l’autre valeur', async () => {
    const f = await commencer(asStructure)
    await reussi(modifier(asCollegue, f, { [CASE]: 71 }))
    const refus = await envoyer(f, 72, { poste: 'page0001', envoi: 1 })
    expect(refus.details).toMatchObject([
      { auteur: 'cau-r01-01-b', le: '2025-03-20T10:00:00.000Z' },
    ])
  })
})

describe('vingt enregistrements en même temps', () => {
  it('ne perdent ni une case ni une ligne d’historique', async () => {
    const f = await commencer(asStructure)
    const cellules = Object.keys(f.donnees).filter((c) => /^(ENT|SOR)\.[A-Z_]+\.[MF]$/.test(c))
    const choisies = cellules.filter((c) => !c.includes('.TOT.')).slice(0, 20)
    expect(choisies).toHaveLength(20)
    const reponses = await Promise.all(
      choisies.map((cellule, i) =>
        modifier(i % 2 ? asStructure : asCollegue, f, { [cellule]: 100 + i }),
      ),
    )
    expect(statuts(reponses)).toEqual(Array.from({ length: 20 }, () => '200'))
    const { donnees, version } = await relire(asDpps, f.numero)
    expect(choisies.map((cellule) => donnees[cellule])).toEqual(choisies.map((_, i) => 100 + i))
    expect(version).toBe(f.version + 20)
    const historique = await historiqueDe(asDpps, f.numero)
    expect(historique.flatMap((ligne) => ligne.cellules.map((c) => c.cellule)).toSorted()).toEqual(
      expect.arrayContaining(choisies.toSorted()),
    )
    expect(historique).toHaveLength(21)
  })

  it('d’une même personne et d’un même contenu n’écrivent qu’une fois', async () => {
    const f = await commencer(asStructure)
    await reussi(modifier(asStructure, f, { DIFF: 'Une fois.' }))
    const avant = await photo(banc)
    const reponses = await Promise.all(
      Array.from({ length: 20 }, () => modifier(asStructure, f, { DIFF: 'Une fois.' })),
    )
    expect(new Set(statuts(reponses))).toEqual(new Set(['200']))
    expect(await photo(banc)).toEqual(avant)
  })
})

describe('sans verrou', () => {
  const NOMBRE = inject('maison') !== 'serveur' ? 50 : PORTEE === 'porte' ? 200 : 500

  it('deux personnes enregistrent des centaines de fois chacune : tout se fond, rien ne manque', async () => {
    const f = await commencer(asStructure)
    const enchainer = async (personne: typeof asAdmin, cellule: string) => {
      let { version } = f
      for (let rang = 1; rang <= NOMBRE; rang += 1) {
        const edition = { numero: f.numero, version }
        version = (await reussi(modifier(personne, edition, { [cellule]: 1000 + rang }))).version
      }
    }
    await Promise.all([enchainer(asStructure, 'MVT.DEB.M'), enchainer(asCollegue, 'MVT.DEB.F')])
    const { donnees, version } = await relire(asDpps, f.numero)
    const derniere = 1000 + NOMBRE
    expect([donnees['MVT.DEB.M'], donnees['MVT.DEB.F']]).toEqual([derniere, derniere])
    expect(version).toBe(f.version + 2 * NOMBRE)
    const { n } = await banc.base.db
      .selectFrom('formulaireHistorique')
      .select((eb) => eb.fn.count<number>('version').distinct().as('n'))
      .where('formulaireId', '=', f.id)
      .executeTakeFirstOrThrow()
    expect(n).toBe(1 + 2 * NOMBRE)
  })

  it('n’écrit rien, ni historique ni évènement, sur une version qui n’est plus', async () => {
    const { db } = banc.base
    const f = await commencer(asStructure)
    const lu = await relireFormulaire(db, f)
    await reussi(modifier(asCollegue, f, { 'MVT.DEB.F': 72 }))
    const evenements = () => db.selectFrom('evenement').selectAll().execute()
    const avant = [await photo(banc), await evenements()]
    const le = new Date().toISOString()
    const qui = { agentId: asStructure.id, auNomDe: null, action: 'modifier', le }
    const trace = { ...qui, de: 'BROUILLON', vers: 'BROUILLON' } as const
    const contenu = contenuDe(lu, await ouvrirFormulaire(db, lu))
    const saisie = { contenu, corrigees: ['MVT.DEB.F'] }
    const ecrire = updateFormulaire(db, lu, { trace, saisie })
    await expect(ecrire).rejects.toThrow(CoursePerdue)
    expect([await photo(banc), await evenements()]).toEqual(avant)
  })

  it('ne commence pas le rapport d’une structure dont l’attendu a changé depuis', async () => {
    const { db } = banc.base
    const maintenant = banc.horloge.maintenant
    const agent = await findAgent(db, asStructure.jeton, maintenant)
    if (!agent) throw new Error('session fermée')
    const params = { mois: 'MARCH', annee: 2025 } as const
    const body = { modele: 'RMA' }
    const debut = { db, agent, params, body, query: {}, maintenant }
    const rang = 2025 * 12 + 2
    const s = await findStructureSaisie(db, agent, { code: 'CAU-R01-01' }, { ...body, rang })
    if (!s) throw new Error('structure absente')
    const prepare = await preparerFormulaire(debut, s, { reprise: false })
    const fermer = (etat: 'FERMEE' | 'ACTIVE') =>
      db.updateTable('structure').set({ etat }).where('id', '=', s.structureId).execute()
    await fermer('FERMEE')
    await expect(insererFormulaire(debut, s, prepare)).rejects.toThrow(CoursePerdue)
    expect(await db.selectFrom('formulaire').select('id').execute()).toEqual([])
    await fermer('ACTIVE')
  })

  it.each([
    ['seul', false],
    ['dans une transaction, qu’il ne défait pas', true],
  ])('ne commence pas un rapport qu’un autre vient de commencer : %s', async (_, dedans) => {
    const maintenant = banc.horloge.maintenant
    const agent = await findAgent(banc.base.db, asStructure.jeton, maintenant)
    if (!agent) throw new Error('session fermée')
    const params = { mois: 'MARCH', annee: 2025 } as const
    const body = { modele: 'RMA' }
    const rang = 2025 * 12 + 2
    const inserer = async (db: Db) => {
      const debut = { db, agent, params, body, query: {}, maintenant }
      const cherchee = { ...body, rang }
      const s = await findStructureSaisie(db, agent, { code: 'CAU-R01-01' }, cherchee)
      if (!s) throw new Error('structure absente')
      const prepare = await preparerFormulaire(debut, s, { reprise: false })
      await insererFormulaire(debut, s, prepare)
      await expect(insererFormulaire(debut, s, prepare)).rejects.toThrow(CoursePerdue)
    }
    const { db } = banc.base
    await (dedans ? db.transaction().execute(inserer) : inserer(db))
    expect(await db.selectFrom('formulaire').select('version').execute()).toEqual([{ version: 1 }])
    expect(await historiqueDe(asStructure, 'RMA-CAU-R01-01-202503')).toHaveLength(1)
  })

  it('début, enregistrement et validation écrivent chacun en un seul ordre, sans transaction', async () => {
    const ordresDe = async (acte: () => Promise<unknown>) =>
      ditsDe(await observer(acte), 'requete').map(String)
    const ecrits = (ordres: readonly string[]) =>
      ordres.filter((ordre) => /\b(insert into|update|delete from)\b/.test(ordre))
    const commence = await ordresDe(() => commencer(asStructure))
    const modifie = await ordresDe(async () => {
      const { numero, version } = await relire(asStructure, 'RMA-CAU-R01-01-202503')
      await reussi(modifier(asStructure, { numero, version }, { DIFF: 'Rien de particulier.' }))
    })
    let f = await relire(asStructure, 'RMA-CAU-R01-01-202503')
    const suivant = (acte: () => Promise<Formulaire>) =>
      ordresDe(async () => {
        f = await acte()
      })
    const soumis = await suivant(() => reussi(agir(asStructure, 'soumettre', f)))
    const actes = [
      await suivant(() => reussi(agir(asAdmin, 'valider', f))),
      await suivant(() => reussi(agir(asDpps, 'approuver', f))),
    ]
    const renvoye = await suivant(() => renvoyer(asAutreDpps, f))
    for (const ordres of [commence, modifie, ...actes]) {
      expect(ecrits(ordres)).toHaveLength(1)
      expect(ordres.filter((ordre) => /^(begin|commit|rollback)|for update/.test(ordre))).toEqual(
        [],
      )
    }
    // What others read of it changes: theirs is written with it.
    for (const ordres of [soumis, renvoye]) {
      expect(ecrits(ordres).join()).toMatch(/update formulaire.*insert into structure_calcul/s)
    }
  })
})
