import {
  CHAMPS_REOUVERTURE,
  STRUCTURES_MAX,
  STRUCTURES_TROP,
} from '@releve/contract/calendrier/calendrier.champs.ts'
import { estCollecte, plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import {
  type ApercuReouverture,
  ETATS_REOUVERTURE,
  type EtatReouverture,
  LIBELLES_ETATS_REOUVERTURE,
  type Reouverture,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import {
  isoDe,
  LIBELLES_MOIS,
  libellePeriode,
  MOIS,
  type Mois,
  periodeDe,
} from '@releve/contract/mois.ts'
import type { Structure } from '@releve/contract/structure/structure.schema.ts'
import { useMemo, useState } from 'react'
import { messageDe, titreEchec } from '../api/envoi.ts'
import { useCodification } from '../codification/codification.queries.ts'
import { useToutesStructures } from '../structure/structure.queries.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampCodes, choixDe } from '../ui/ChampCodes.tsx'
import { ChampListe, ChampTexte, ChampTexteLong, type Option } from '../ui/ChampTexte.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { formatDate } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { PanneauLot } from '../ui/PanneauLot.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { useForme } from '../ui/useForme.ts'
import { liste, question, useListe } from '../ui/useListe.ts'
import {
  exporterReouvertures,
  useApercevoirReouverture,
  useReouvertures,
  useRouvrir,
  useTerminer,
} from './calendrier.queries.ts'
import { textesCalendrier } from './calendrier.textes.ts'

const { lot } = textesCalendrier.reouvertures

const MOIS_PROPOSES = 36
const JOURS_PROPOSES = 14

/** `reste`: words typed for a structure, that name none yet. */
const VIDE = { structures: [] as string[], reste: '', periode: '', jusqua: '', motif: '' }
type SaisieReouverture = typeof VIDE

function fauteStructures(reste: string, nombre: number): string | null {
  if (reste) return t.fiche.inconnue
  if (nombre > STRUCTURES_MAX) return STRUCTURES_TROP
  return nombre > 0 ? null : CHAMPS_REOUVERTURE.structures.requis
}

/** What the table cannot say: at least one structure, not too many, and no words that name none. */
export const fautesPropres = (
  { structures, reste }: SaisieReouverture,
  nombre = structures.length,
) => ({ structures: fauteStructures(reste, nombre) })

/** Where a refusal belongs that names no field of its own. */
const PAR_CODE = {
  MOIS_OUVERT: 'periode',
  MOIS_A_VENIR: 'periode',
  MOIS_NON_ATTENDU: 'periode',
  MOIS_DEJA_ROUVERT: 'periode',
  FIN_REOUVERTURE_INVALIDE: 'jusqua',
  STRUCTURE_INCONNUE: 'structures',
} as const

/** « 2025-03 » */
const moisDe = (periode: string): Mois => MOIS[Number(periode.slice(5)) - 1] ?? 'JANUARY'

export const corpsDe = ({ structures, periode, jusqua, motif }: SaisieReouverture) => ({
  structures,
  mois: moisDe(periode),
  annee: Number(periode.slice(0, 4)),
  jusqua,
  motif,
})

type Groupe = Option & { codes: readonly string[] }

/** All that have the same region, or the same type. */
function groupesPar(
  structures: readonly Structure[],
  nom: 'region' | 'typeStructure',
  valeurs: readonly Option[],
): Groupe[] {
  return valeurs.flatMap(({ code, libelle }) => {
    const codes = structures.filter((une) => une[nom] === code).map((une) => une.code)
    const dit = t.fiche.groupes[nom](libelle)
    return codes.length === 0 ? [] : [{ code: `${nom}:${code}`, libelle: dit, codes }]
  })
}

/** What may be chosen, one by one or together, and whom what was chosen names. */
function useChoixStructures() {
  const { data, isPending } = useToutesStructures()
  const { data: regions } = useCodification('REGION')
  const { data: types } = useCodification('TYPE_STRUCTURE')
  // A country has thousands of them: not for each key pressed.
  return useMemo(() => {
    const structures = data ?? []
    const toutes = structures.map(({ code }) => code)
    const groupes = [
      ...(data ? [{ code: 'toutes', libelle: t.fiche.groupes.toutes, codes: toutes }] : []),
      ...groupesPar(structures, 'region', regions ?? []),
      ...groupesPar(structures, 'typeStructure', types ?? []),
    ]
    const parGroupe = new Map<string, readonly string[]>(groupes.map((un) => [un.code, un.codes]))
    return {
      choix: choixDe(structures, isPending, groupes),
      nommees: (choisies: readonly string[]) => [
        ...new Set(choisies.flatMap((code) => parGroupe.get(code) ?? code)),
      ],
    }
  }, [data, isPending, regions, types])
}

/** Of a group, those of which no report is expected that month were not asked for. */
const apercuDemande = (
  { possibles, ecartees }: ApercuReouverture,
  choisies: readonly string[],
): ApercuReouverture => ({
  possibles,
  ecartees: ecartees.filter(
    ({ structure, code }) => code !== 'MOIS_NON_ATTENDU' || choisies.includes(structure.code),
  ),
})

/** Months that are closed, the latest first; none was expected before the collection started. */
function useMoisClos() {
  const { courant } = useCalendrier()
  const premier = courant.rang - courant.moisVerrou
  const clos = Array.from({ length: MOIS_PROPOSES }, (_, recul) => periodeDe(premier - recul))
  return clos.filter((un) => estCollecte(un, courant))
}

type Corps = ReturnType<typeof corpsDe>

type PropsLot = {
  corps: Corps
  apercu: ApercuReouverture
  onRevenir: () => void
  onFermer: () => void
}

/** What a reopening would do, then what it did: structure by structure. */
function Lot({ corps, apercu, onRevenir, onFermer }: PropsLot) {
  const { mutate, isPending, error, data } = useRouvrir()
  const { possibles, ecartees } = apercu
  const nombre = possibles.length
  const rouvrir = () =>
    !isPending && mutate({ ...corps, structures: possibles.map(({ code }) => code) })
  const titre = data ? lot.titreFait : lot.titre
  const dit = data ? lot.rouverte(corps.jusqua) : lot.aRouvrir(corps.jusqua)
  return (
    <PanneauLot
      titre={titre(libellePeriode(corps), nombre, nombre + ecartees.length)}
      aide={<p role="status">{direLot(nombre, corps.jusqua, data !== undefined)}</p>}
      ecartes={{
        titre: lot.ecartees(ecartees.length),
        lignes: ecartees.map(({ structure, libelle }) => ({
          nom: `${structure.libelle} (${structure.code})`,
          raison: libelle,
        })),
      }}
      commence={data !== undefined}
      onFermer={data ? onFermer : onRevenir}
      actions={
        data ? (
          <BoutonAction onClick={onFermer}>{lot.fermer}</BoutonAction>
        ) : (
          <>
            <BoutonAction onClick={onRevenir} data-focus>
              {lot.revenir}
            </BoutonAction>
            {nombre > 0 && (
              <BoutonAction variant="contained" enCours={isPending} onClick={rouvrir}>
                {lot.bouton(nombre)}
              </BoutonAction>
            )}
          </>
        )
      }
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, textesCalendrier.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      {nombre > 0 && (
        <ul className="cal-liste" aria-label={lot.liste}>
          {possibles.map(({ code, libelle }) => (
            <li key={code}>
              <span>
                {libelle} ({code})<Second>{dit}</Second>
              </span>
            </li>
          ))}
        </ul>
      )}
    </PanneauLot>
  )
}

function direLot(nombre: number, jusqua: string, fait: boolean): string | null {
  if (nombre === 0) return null
  return fait ? lot.fait(nombre) : lot.aide(jusqua)
}

/** « Rouvrir un mois »: for one structure or several, until a day, with a reason. */
function ReouvertureForm({ onFermer }: { onFermer: () => void }) {
  const { choix, nommees } = useChoixStructures()
  const { jour } = useCalendrier()
  const clos = useMoisClos()
  const { forme, envoi } = useForme(
    {
      champs: CHAMPS_REOUVERTURE,
      lue: null,
      saisieDe: () => ({ ...VIDE, jusqua: plusJours(jour, JOURS_PROPOSES) }),
      fautes: (saisie) => fautesPropres(saisie, nommees(saisie.structures).length),
      parCode: PAR_CODE,
    },
    useApercevoirReouverture(),
  )
  const [apercu, setApercu] = useState<ApercuReouverture | null>(null)
  const { saisie, lier, changer } = forme
  const corps = () => corpsDe({ ...saisie, structures: nommees(saisie.structures) })
  const onSoumettre = () =>
    envoi.soumettre(corps, {
      onSuccess: (recu) => setApercu(apercuDemande(recu, saisie.structures)),
    })
  if (apercu)
    return <Lot corps={corps()} onRevenir={() => setApercu(null)} {...{ apercu, onFermer }} />
  return (
    <Fiche
      titre={t.rouvrir}
      textes={textesCalendrier}
      bouton={t.fiche.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <div className="cal-champs">
        <ChampCodes
          name="structures"
          libelle={t.fiche.ajouter}
          aide={t.fiche.ajouterAide}
          erreur={forme.erreurDe('structures')}
          choix={choix}
          codes={saisie.structures}
          reste={saisie.reste}
          onCodes={(codes) => changer('structures', codes)}
          onReste={(reste) => changer('reste', reste)}
          onBlur={lier('structures').onBlur}
          textes={t.fiche.structures}
        />
        <ChampListe
          {...lier('periode')}
          vide={t.fiche.choisir}
          options={clos.map((periode) => ({
            code: isoDe(periode),
            libelle: libellePeriode(periode),
          }))}
        />
        <ChampTexte {...lier('jusqua')} largeur="sm" min={jour} aide={t.fiche.jusquaAide} />
        <ChampTexteLong {...lier('motif')} aide={t.fiche.motifAide} />
      </div>
    </Fiche>
  )
}

const t = textesCalendrier.reouvertures
const c = t.colonnes
const f = t.filtres

const REOUVERTURES_DEMANDEES = question({
  filtres: {
    q: recherche(f.recherche),
    etat: plusieurs(ETATS_REOUVERTURE, LIBELLES_ETATS_REOUVERTURE, { legende: f.etats }),
  },
  tris: ['structure', 'mois', 'jusqua', 'rouverteLe'],
  tri: '-rouverteLe',
})

const ASPECTS: Record<EtatReouverture, Aspect> = {
  OUVERTE: ['deverrou', 'succes'],
  ECHUE: ['verrou', 'neutre'],
  TERMINEE: ['interdit', 'neutre'],
}

function Question({ id, structure, ...mois }: Reouverture & { onFermer: () => void }) {
  const { isPending, error, mutate } = useTerminer()
  return (
    <Confirmation
      titre={t.fin.titre(libellePeriode(mois))}
      fermer={t.fin.garder}
      bouton={t.terminer}
      enCours={isPending}
      onAgir={() => {
        if (!isPending) mutate(id, { onSuccess: mois.onFermer })
      }}
      onFermer={mois.onFermer}
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, t.fin.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{t.fin.effets(structure.libelle)}</p>
    </Confirmation>
  )
}

function Actes(reouverture: Reouverture) {
  const [demandee, setDemandee] = useState(false)
  const { actions, structure } = reouverture
  if (!actions.includes('terminer')) return null
  return (
    <>
      <BoutonAction
        size="small"
        aria-label={t.terminerNom(structure.libelle, libellePeriode(reouverture))}
        onClick={() => setDemandee(true)}
      >
        {t.terminer}
      </BoutonAction>
      {demandee && <Question {...reouverture} onFermer={() => setDemandee(false)} />}
    </>
  )
}

const COLONNES: Colonne<Reouverture>[] = [
  {
    cle: 'structure',
    titre: c.structure,
    tri: 'structure',
    rendu: ({ structure }) => (
      <>
        {structure.libelle}
        <Second>{structure.code}</Second>
      </>
    ),
  },
  {
    cle: 'mois',
    titre: c.mois,
    tri: 'mois',
    rendu: ({ mois, annee }) => `${LIBELLES_MOIS[mois]} ${annee}`,
  },
  {
    cle: 'etat',
    titre: c.etat,
    rendu: ({ etat, termineeLe }) => (
      <>
        <Pastille aspect={ASPECTS[etat]}>{LIBELLES_ETATS_REOUVERTURE[etat]}</Pastille>
        {termineeLe && <Second>{t.termineeLe(termineeLe)}</Second>}
      </>
    ),
  },
  {
    cle: 'jusqua',
    titre: c.jusqua,
    tri: 'jusqua',
    rendu: ({ jusqua }) => (jusqua ? formatDate(jusqua) : t.sansFin),
  },
  { cle: 'motif', titre: c.motif, coupure: 'libre', rendu: ({ motif }) => motif || '—' },
  {
    cle: 'rouverte',
    titre: c.rouverte,
    tri: 'rouverteLe',
    rendu: ({ rouverteLe, rouvertePar }) => (
      <>
        <Instant le={rouverteLe} />
        {rouvertePar && <Second>{t.par(rouvertePar)}</Second>}
      </>
    ),
  },
  { cle: 'action', titre: c.actes, muet: true, rendu: (une) => <Actes {...une} /> },
]

export const REOUVERTURES = liste({
  ...REOUVERTURES_DEMANDEES,
  colonnes: COLONNES,
  cleDe: ({ id }) => String(id),
  textes: t,
  icone: 'deverrou',
})

/** Months opened again for structures, and the way to open one. */
export function Reouvertures() {
  const filtrage = useListe(REOUVERTURES)
  const requete = useReouvertures(filtrage.query)
  const { criteres, tri } = filtrage
  const [ouverte, setOuverte] = useState(false)
  return (
    <section aria-labelledby="cal-reouvertures">
      <h3 id="cal-reouvertures">{t.titre}</h3>
      <div className="prm-actions">
        <BoutonAction icone="deverrou" onClick={() => setOuverte(true)}>
          {t.rouvrir}
        </BoutonAction>
      </div>
      <Filtres filtrage={filtrage} />
      <Liste
        {...{ requete, filtrage }}
        exporter={(format) => exporterReouvertures({ ...criteres, tri, format })}
        quoi={t.titre}
      />
      {ouverte && <ReouvertureForm onFermer={() => setOuverte(false)} />}
    </section>
  )
}
