import { plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import { libellePeriode } from '@releve/contract/mois.ts'
import { CHAMPS_SUSPENSION } from '@releve/contract/relance/relance.champs.ts'
import type { Relance, SuiviRelances } from '@releve/contract/relance/relance.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRelance } from '../relance/relance.dialogue.ts'
import {
  dernieresRelances,
  exporterRelances,
  suiviRelances,
  useReprendre,
  useSuspendre,
} from '../relance/relance.queries.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Actes } from '../ui/Actes.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { formatCompte } from '../ui/format.ts'
import { Instant, Second } from '../ui/Ligne.tsx'
import { Note } from '../ui/Note.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { useForme } from '../ui/useForme.ts'
import { textesRelances as t } from './structure.textes.ts'

type Structure = { code: string; libelle: string }

/** Days that a suspension is proposed for. */
const JOURS_PROPOSES = 14

type PropsSuspension = { structure: Structure; suivi: SuiviRelances; onFermer: () => void }

/** « Suspendre les relances »: until when, and why. */
function Suspension({ structure, suivi, onFermer }: PropsSuspension) {
  const { jour } = useCalendrier()
  const { forme, envoi } = useForme(
    {
      champs: CHAMPS_SUSPENSION,
      lue: null,
      saisieDe: () => ({
        jusqua: suivi.suspension?.jusqua ?? plusJours(jour, JOURS_PROPOSES),
        motif: suivi.suspension?.motif ?? '',
      }),
      parCode: { FIN_SUSPENSION_INVALIDE: 'jusqua' },
    },
    useSuspendre(),
  )
  const onSoumettre = () =>
    envoi.soumettre(() => ({ structure: structure.code, ...forme.saisie }), {
      onSuccess: onFermer,
    })
  return (
    <Fiche
      titre={t.suspension.titre(structure.libelle)}
      textes={t.suspension}
      bouton={t.suspension.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <div className="str-passage">
        <ChampTexte
          {...forme.lier('jusqua')}
          largeur="sm"
          min={jour}
          aide={t.suspension.jusquaAide}
        />
        <ChampTexteLong {...forme.lier('motif')} aide={t.suspension.motifAide} />
      </div>
    </Fiche>
  )
}

/** Whether it is reminded, in words. */
function Etat({ suspension, actions }: SuiviRelances) {
  if (!suspension) return <p>{actions.length > 0 ? t.actives : t.jamais}</p>
  return (
    <div>
      <p>{t.suspendues(suspension.jusqua)}</p>
      <Note>{t.motif(suspension.motif, suspension.par)}</Note>
    </div>
  )
}

function Gestes({ structure, suivi }: { structure: Structure; suivi: SuiviRelances }) {
  const [ouverte, setOuverte] = useState(false)
  const { mutate, isPending } = useReprendre()
  const { ouvrir, dialogue } = useRelance({ lignes: [{ structure: structure.code }] })
  const { actions, suspension } = suivi
  return (
    <Actes>
      {actions.includes('relancer') && (
        <BoutonAction size="small" onClick={ouvrir}>
          {t.relancer}
        </BoutonAction>
      )}
      {actions.includes('suspendre') && (
        <BoutonAction size="small" onClick={() => setOuverte(true)}>
          {suspension ? t.prolonger : t.suspendre}
        </BoutonAction>
      )}
      {actions.includes('reprendre') && (
        <BoutonAction
          size="small"
          enCours={isPending}
          onClick={() => !isPending && mutate(structure.code)}
        >
          {t.reprendre}
        </BoutonAction>
      )}
      {dialogue}
      {ouverte && <Suspension {...{ structure, suivi }} onFermer={() => setOuverte(false)} />}
    </Actes>
  )
}

const COLONNES: Colonne<Relance>[] = [
  { cle: 'le', titre: t.colonnes.le, rendu: ({ le }) => <Instant le={le} /> },
  {
    cle: 'rapport',
    titre: t.colonnes.rapport,
    rendu: (relance) => `${relance.modele} ${libellePeriode(relance, relance.moisCouverts)}`,
  },
  {
    cle: 'retard',
    titre: t.colonnes.retard,
    rendu: ({ joursRetard }) => (joursRetard > 0 ? formatCompte(joursRetard, 'jour') : '—'),
  },
  {
    cle: 'par',
    titre: t.colonnes.par,
    rendu: ({ par, destinataires }) => (
      <>
        {par ?? t.calendrier}
        <Second>{t.a(destinataires.join(', '))}</Second>
      </>
    ),
  },
]

function Dernieres({ code }: Structure) {
  const requete = useQuery(dernieresRelances(code))
  return (
    <Chargement requete={requete} lignes={3}>
      {({ elements }) =>
        elements.length === 0 ? (
          <Note>{t.aucune}</Note>
        ) : (
          <>
            <Tableau
              className="str-petit"
              legende={t.dernieres}
              colonnes={COLONNES}
              lignes={elements}
              cleDe={({ id }) => String(id)}
            />
            <div>
              <ExportTableur
                exporter={(format) => exporterRelances({ structure: code, format })}
                quoi={t.toutes}
              />
            </div>
          </>
        )
      }
    </Chargement>
  )
}

/** Of a structure: whether it is reminded, what may be done about it, and its last reminders. */
export function RelancesStructure({ structure }: { structure: Structure }) {
  const requete = useQuery(suiviRelances(structure.code))
  return (
    <>
      <Chargement requete={requete} lignes={2}>
        {(suivi) => (
          <>
            <Etat {...suivi} />
            <Gestes {...{ structure, suivi }} />
          </>
        )}
      </Chargement>
      <Dernieres {...structure} />
    </>
  )
}
