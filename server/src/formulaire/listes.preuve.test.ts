import type { EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Alea, alea, choisir, entier } from '../../seed/exemple/alea.ts'
import { ouvrirBanc } from '../../test/banc.ts'
import { type Filtres, type LigneListe, listLignes } from './formulaire.liste.sql.ts'
import { agentsDeListe, type LigneVue, listReference } from './listes.banc.ts'

const { base } = await ouvrirBanc()
const { db } = base
const ordonner = (texte: string) => sql.raw(texte).execute(db)

/** Months around which all that happens to a structure happens. */
const PREMIER = 2024 * 12
const MOIS = 5
const FORMULAIRES = 260
const jourDe = (rang: number, jour: number) =>
  `date '${Math.floor(rang / 12)}-${String((rang % 12) + 1).padStart(2, '0')}-${String(jour).padStart(2, '0')}'`

const unMois = (hasard: Alea) => PREMIER + entier(hasard, 0, MOIS - 1)
const unEtat = (hasard: Alea) =>
  choisir(hasard, ['BROUILLON', 'BROUILLON', 'SOUMIS', 'VALIDE', 'DIFFUSE', 'RENVOYE', 'ANNULE'])
const DIRECTION = `(select id from structure where code = 'DR-R01')`
const uneStructure = (hasard: Alea) =>
  `(select id from structure order by id offset ${entier(hasard, 0, 40)} limit 1)`

/** Structures of a few names, open from one month to another, with models of several versions. */
async function peuplerPays(hasard: Alea): Promise<void> {
  for (const [code, version, du, au] of [
    ['ZED', 1, 0, 1],
    ['ZED', 2, 1, 9],
    ['AUBE', 1, 2, 3],
  ] as const) {
    await ordonner(`insert into modele (code, version, libelle, definition, en_vigueur_du, en_vigueur_au)
      values ('${code}', ${version}, '${code} ${version}', '{}', ${PREMIER + du}, ${PREMIER + au})`)
  }
  for (let i = 0; i < 24; i += 1) {
    const fermeture = entier(hasard, 0, 3) === 0 ? jourDe(unMois(hasard), 20) : 'null'
    const etat = choisir(hasard, ['ACTIVE', 'ACTIVE', 'SUSPENDUE', 'FERMEE', 'INVITEE'])
    const modeles = ['RMA', 'EPM', 'ZED', 'AUBE'].filter(() => hasard() < 0.6)
    await ordonner(`with neuve as (
        insert into structure (code, libelle, etat, date_ouverture, date_fermeture)
        values ('S-${String(entier(hasard, 0, 999)).padStart(3, '0')}-${i}',
          '${choisir(hasard, ['Écho', 'Alpha', 'Alpha', 'bravo', 'Zoé'])}', '${etat}',
          ${jourDe(PREMIER - entier(hasard, 0, 1) * 12, 10)}, ${fermeture}) returning id)
      insert into structure_periode (structure_id, du, type_structure, region, modeles)
      select id, 0, 'CAU', 'R0${entier(hasard, 1, 3)}', '{${modeles.join(',')}}' from neuve`)
  }
}

/** What a form is born with: written as it stands, where an act would take it step by step. */
const NAITRE = (hasard: Alea) => `
  insert into formulaire (numero, modele_id, modele_code, structure_id, annee, mois, etat,
    version_diffusee, effectif, remplissage, modifie_le, echeance, modifie_par)
  select 'F' || nextval('numeros'), m.id, m.code, s.id, ${Math.floor(unMois(hasard) / 12)},
    ${entier(hasard, 1, MOIS)}, e.etat, e.diffusee, ${entier(hasard, 0, 9)},
    ${entier(hasard, 0, 4)} / 4.0, timestamptz '2024-06-01' + interval '1 h' * ${entier(hasard, 0, 9)},
    '2024-06-15', u.id
  from (select id, code from modele order by id offset ${entier(hasard, 0, 5)} limit 1) m,
    (select ${uneStructure(hasard)} as id) s, (select min(id) as id from utilisateur) u,
    (select etat, case when etat = 'DIFFUSE' then 1
      when etat = 'RENVOYE' then ${entier(hasard, 0, 1)} else 0 end as diffusee
      from (select '${unEtat(hasard)}' as etat) x) e
  on conflict do nothing`

/** The publication of each form that says it has one. */
const PUBLIER = `insert into formulaire_publication (formulaire_id, version_diffusee, modele_id,
    donnees, commentaires, justifications, structure_lue, effectif, diffuse_le, diffuse_par)
  select f.id, f.version_diffusee, f.modele_id, '{}', '{}', '{}', '{}', f.id % 7,
    timestamptz '2024-07-01' + interval '1 h' * (f.id % 5), f.modifie_par
  from formulaire f where f.version_diffusee >= 1 on conflict do nothing`

const unFormulaire = (hasard: Alea, condition: string) =>
  `(select id from formulaire where ${condition} order by md5(id::text || '${hasard()}') limit 1)`

/** From a month on, something else is recorded of a structure: the same, until another change says. */
function couper(hasard: Alea): string {
  const [rang, ici] = [unMois(hasard), uneStructure(hasard)]
  const coupee = `structure_id = ${ici} and du < ${rang} and au >= ${rang}`
  return `with neuve as (
      insert into structure_periode (structure_id, du, au, type_structure, region, parent_id,
        modeles)
      select structure_id, ${rang}, au, type_structure, region, parent_id, modeles
      from structure_periode where ${coupee})
    update structure_periode set au = ${rang - 1} where ${coupee}`
}

/** All that may happen between two readings. */
const CHANGEMENTS: ((hasard: Alea) => string)[] = [
  NAITRE,
  NAITRE,
  (hasard) =>
    `update formulaire set etat = 'ANNULE' where id = ${unFormulaire(hasard, "etat = 'BROUILLON' and version_diffusee = 0")}`,
  (hasard) => `update formulaire f set etat = 'BROUILLON'
    where id = ${unFormulaire(hasard, "etat = 'ANNULE'")} and not exists (
      select from formulaire g where g.structure_id = f.structure_id
        and g.modele_code = f.modele_code and g.rang = f.rang and g.etat <> 'ANNULE')`,
  (hasard) => `update formulaire set etat = 'DIFFUSE', version_diffusee = version_diffusee + 1
    where id = ${unFormulaire(hasard, "etat in ('SOUMIS', 'VALIDE', 'RENVOYE')")}`,
  (hasard) =>
    `update formulaire set etat = 'RENVOYE' where id = ${unFormulaire(hasard, "etat = 'DIFFUSE'")}`,
  (hasard) => `update formulaire set etat = '${choisir(hasard, ['BROUILLON', 'SOUMIS', 'VALIDE'])}'
    where id = ${unFormulaire(hasard, "etat <> 'ANNULE' and version_diffusee = 0")}`,
  couper,
  couper,
  (hasard) => `update structure_periode set region = 'R0${entier(hasard, 1, 3)}'
    where structure_id = ${uneStructure(hasard)} and ${unMois(hasard)} between du and au`,
  (hasard) => `update structure_periode set parent_id = ${choisir(hasard, ['null', DIRECTION])}
    where structure_id = ${uneStructure(hasard)} and ${unMois(hasard)} between du and au`,
  (
    hasard,
  ) => `update structure set date_fermeture = greatest(date_ouverture, ${jourDe(unMois(hasard), 15)})
    where id = ${uneStructure(hasard)}`,
  (
    hasard,
  ) => `update structure set etat = '${choisir(hasard, ['ACTIVE', 'INVITEE'])}', date_fermeture = null
    where id = ${uneStructure(hasard)}`,
  (hasard) => `update structure_periode set modeles = '{RMA,ZED}'
    where structure_id = ${uneStructure(hasard)} and ${unMois(hasard)} between du and au`,
  (hasard) => `insert into structure_interruption (structure_id, etat, du, au)
    select ${uneStructure(hasard)}, 'SUSPENDUE', ${jourDe(unMois(hasard), 1)}, null
    on conflict do nothing`,
  (hasard) => `delete from structure_interruption where structure_id = ${uneStructure(hasard)}`,
  (hasard) => `update modele set en_vigueur_au = ${unMois(hasard)} where code = 'AUBE'`,
]

const parfois = <T>(hasard: Alea, chance: number, tirer: () => T): T | undefined =>
  hasard() < chance ? tirer() : undefined

const TRIS = ['structure', 'modele', 'periode', 'etat', 'effectif', 'modifieLe', 'remplissage']
const ETATS: EtatListe[][] = [
  ['NON_COMMENCE'],
  ['NON_COMMENCE', 'BROUILLON'],
  ['BROUILLON', 'SOUMIS'],
  ['RENVOYE', 'ANNULE'],
  ['DIFFUSE'],
  ['ANNULE'],
]

function tirerFiltres(hasard: Alea): Filtres {
  const duMois = hasard() < 0.6
  const nue = hasard() < 0.5
  const filtre = <T>(tirer: () => T) => (nue ? undefined : parfois(hasard, 0.2, tirer))
  return {
    page: entier(hasard, 1, 3),
    taille: choisir(hasard, ['3', '8', '20']) === '3' ? 3 : entier(hasard, 4, 30),
    tri: parfois(hasard, 0.4, () => `${choisir(hasard, ['', '-'])}${choisir(hasard, TRIS)}`),
    rang: duMois ? unMois(hasard) : undefined,
    annee: parfois(hasard, 0.3, () => 2024),
    mois: filtre(() => entier(hasard, 1, MOIS)),
    etats: filtre(() => ETATS[entier(hasard, 0, ETATS.length - 1)] ?? []),
    modeles: filtre(() => (hasard() < 0.5 ? ['RMA', 'ZED'] : ['EPM'])),
    regions: filtre(() => (hasard() < 0.5 ? ['R01', 'R02'] : ['R03'])),
    structures: filtre(() => ['CAU-R01-01', 'DR-R01']),
    q: filtre(() => choisir(hasard, ['alpha', 'cau', 'F1', 'é'])),
    diffuses: hasard() < 0.5,
  }
}

const enVue = ({ structure, modele, ...ligne }: LigneListe): LigneVue => ({
  id: ligne.id,
  numero: ligne.numero,
  structure: structure.code,
  modele: modele.code,
  modeleVersion: modele.version,
  rang: ligne.rang,
  etat: ligne.etat,
  dedans: ligne.dedans,
  version: ligne.version,
  effectif: ligne.effectif,
  remplissage: ligne.remplissage,
  modifieLe: ligne.modifieLe,
})

async function verifierPage(hasard: Alea): Promise<void> {
  const filtres = tirerFiltres(hasard)
  for (const agent of await agentsDeListe(db, unMois(hasard))) {
    const { lignes, total } = await listLignes(db, agent, filtres)
    const toutes = await listReference(db, agent, filtres)
    const debut = (filtres.page - 1) * filtres.taille
    const vues = { total, lignes: lignes.map(enVue) }
    const attendues = toutes.slice(debut, debut + filtres.taille)
    expect(vues, JSON.stringify({ filtres, agent })).toEqual({
      total: toutes.length,
      lignes: attendues,
    })
  }
}

describe('une page de rapports et son total', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'sont ceux de la référence, quoi qu’il arrive entre deux (graine %i)',
    async (graine) => {
      const hasard = alea(graine)
      await ordonner('create sequence if not exists numeros')
      if (graine === 1) await peuplerPays(hasard)
      for (let i = 0; i < FORMULAIRES / 6; i += 1) await ordonner(NAITRE(hasard))
      for (let tour = 0; tour < 40; tour += 1) {
        const changer = CHANGEMENTS[entier(hasard, 0, CHANGEMENTS.length - 1)]
        if (changer) await ordonner(changer(hasard))
        await ordonner(PUBLIER)
        await verifierPage(hasard)
      }
    },
  )
})
