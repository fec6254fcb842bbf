import {
  ETATS_REOUVERTURE,
  type EtatReouverture,
  LIBELLES_ETATS_REOUVERTURE,
  type Reouverture,
} from '@releve/contract/calendrier/calendrier.schema.ts'
import { LIBELLES_MOIS, libellePeriode } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { messageDe } from '../api/envoi.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Filtres } from '../ui/Filtres.tsx'
import { plusieurs, recherche } from '../ui/filtre.tsx'
import { formatDate } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Liste } from '../ui/Liste.tsx'
import { type Aspect, Pastille } from '../ui/Pastille.tsx'
import type { Colonne } from '../ui/Tableau.tsx'
import { liste, question, useListe } from '../ui/useListe.ts'
import { exporterReouvertures, useReouvertures, useTerminer } from './calendrier.queries.ts'
import { textesCalendrier } from './calendrier.textes.ts'
import { ReouvertureForm } from './ReouvertureForm.tsx'

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
        <Alerte gravite="error" role="alert" titre={t.fin.echec}>
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
