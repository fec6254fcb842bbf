import { CHAMPS_REPONSE } from '@releve/contract/calendrier/calendrier.champs.ts'
import type { Prolongation } from '@releve/contract/calendrier/calendrier.schema.ts'
import { LIBELLES_MOIS, libellePeriode } from '@releve/contract/mois.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { ExportTableur } from '../ui/ExportTableur.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { Instant, Second } from '../ui/Ligne.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { useForme } from '../ui/useForme.ts'
import {
  demandesEnAttente,
  exporterProlongations,
  useAccorder,
  useRefuser,
} from './calendrier.queries.ts'
import { textesCalendrier } from './calendrier.textes.ts'

const t = textesCalendrier.demandes
const { jusqua, reponse } = CHAMPS_REPONSE

type Props = { demande: Prolongation; onFermer: () => void }

/** « Accorder »: until the day that is proposed, or another. */
function Accord({ demande, onFermer }: Props) {
  const { forme, envoi } = useForme(
    {
      champs: { jusqua },
      lue: null,
      saisieDe: () => ({ jusqua: demande.proposee }),
      parCode: { FIN_REOUVERTURE_INVALIDE: 'jusqua' },
    },
    useAccorder(demande.id),
  )
  const onSoumettre = () =>
    envoi.soumettre(() => ({ jusqua: forme.saisie.jusqua }), { onSuccess: onFermer })
  return (
    <Fiche
      titre={t.accord.titre(libellePeriode(demande), demande.structure.libelle)}
      textes={{ ...textesCalendrier, echec: t.accord.echec }}
      bouton={t.accorder}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <div className="cal-champs">
        <p>{demande.motif}</p>
        <ChampTexte {...forme.lier('jusqua')} largeur="sm" />
      </div>
    </Fiche>
  )
}

/** « Refuser »: with a sentence that the structure reads. */
function Refus({ demande, onFermer }: Props) {
  const { forme, envoi } = useForme(
    { champs: { reponse }, lue: null, saisieDe: () => ({ reponse: '' }) },
    useRefuser(demande.id),
  )
  const onSoumettre = () =>
    envoi.soumettre(() => ({ reponse: forme.saisie.reponse }), { onSuccess: onFermer })
  return (
    <Fiche
      titre={t.refus.titre(libellePeriode(demande), demande.structure.libelle)}
      textes={{ ...textesCalendrier, echec: t.refus.echec }}
      bouton={t.refuser}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <div className="cal-champs">
        <p>{demande.motif}</p>
        <ChampTexteLong {...forme.lier('reponse')} aide={t.refus.aide} />
      </div>
    </Fiche>
  )
}

function Actes(demande: Prolongation) {
  const [geste, setGeste] = useState<'accorder' | 'refuser' | null>(null)
  const nom = demande.structure.libelle
  const onFermer = () => setGeste(null)
  return (
    <div className="prm-actions">
      <BoutonAction
        size="small"
        aria-label={t.accorderNom(nom)}
        onClick={() => setGeste('accorder')}
      >
        {t.accorder}
      </BoutonAction>
      <BoutonAction
        size="small"
        variant="text"
        aria-label={t.refuserNom(nom)}
        onClick={() => setGeste('refuser')}
      >
        {t.refuser}
      </BoutonAction>
      {geste === 'accorder' && <Accord {...{ demande, onFermer }} />}
      {geste === 'refuser' && <Refus {...{ demande, onFermer }} />}
    </div>
  )
}

const COLONNES: Colonne<Prolongation>[] = [
  {
    cle: 'structure',
    titre: t.structure,
    rendu: ({ structure }) => (
      <>
        {structure.libelle}
        <Second>{structure.code}</Second>
      </>
    ),
  },
  {
    cle: 'mois',
    titre: t.mois,
    rendu: ({ mois, annee, clotureLe }) => (
      <>
        {`${LIBELLES_MOIS[mois]} ${annee}`}
        <Second>{t.cloture(clotureLe)}</Second>
      </>
    ),
  },
  { cle: 'motif', titre: t.motif, coupure: 'libre', rendu: ({ motif }) => motif },
  {
    cle: 'demande',
    titre: t.demande,
    rendu: ({ demandeeLe, demandeePar }) => (
      <>
        <Instant le={demandeeLe} />
        {demandeePar && <Second>{t.par(demandeePar)}</Second>}
      </>
    ),
  },
  { cle: 'action', titre: t.actes, muet: true, rendu: (demande) => <Actes {...demande} /> },
]

/** The time that structures ask for, to be granted or refused. */
export function Demandes() {
  const requete = useQuery(demandesEnAttente)
  return (
    <section aria-labelledby="cal-demandes">
      <h3 id="cal-demandes">{t.titre}</h3>
      <Chargement requete={requete}>
        {({ elements }) =>
          elements.length === 0 ? (
            <EtatVide icone="coche">{t.aucune}</EtatVide>
          ) : (
            <>
              <div className="prm-actions">
                <ExportTableur
                  exporter={(format) => exporterProlongations({ etat: 'EN_ATTENTE', format })}
                  quoi={t.titre}
                />
              </div>
              <Tableau
                legende={t.titre}
                colonnes={COLONNES}
                lignes={elements}
                cleDe={({ id }) => String(id)}
              />
            </>
          )
        }
      </Chargement>
    </section>
  )
}
