import type { ModeleGere, VersionModele } from '@releve/contract/modele/gestion.schema.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { BoutonAction, LienAction } from '../../ui/BoutonAction.tsx'
import { Chargement } from '../../ui/Chargement.tsx'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { ExportTableur } from '../../ui/ExportTableur.tsx'
import { formatNombre } from '../../ui/format.ts'
import { Menu } from '../../ui/Menu.tsx'
import { Pastille } from '../../ui/Pastille.tsx'
import { type Colonne, Tableau } from '../../ui/Tableau.tsx'
import { DepartForm, ImportModele } from './DepartForm.tsx'
import {
  exporterModeles,
  useCommencerBrouillon,
  useExporterModele,
  useModelesGeres,
  useSupprimerBrouillon,
} from './modele.queries.ts'
import { textesModele as t } from './modele.textes.ts'
import './modeles.css'

const ASPECTS = { PUBLIE: ['coche', 'succes'], REMPLACE: ['historique', 'neutre'] } as const

const COLONNES: Colonne<VersionModele>[] = [
  {
    cle: 'version',
    titre: t.colonnes.version,
    rendu: ({ id, version }) => (
      <LienAction variant="text" size="small" to={paths.modele(id)}>
        {t.version(version)}
      </LienAction>
    ),
  },
  {
    cle: 'etat',
    titre: t.colonnes.etat,
    rendu: ({ etat }) => <Pastille aspect={ASPECTS[etat]}>{t.etats[etat]}</Pastille>,
  },
  { cle: 'vigueur', titre: t.colonnes.vigueur, rendu: t.vigueurDe },
  {
    cle: 'formulaires',
    titre: t.colonnes.formulaires,
    nombre: true,
    rendu: ({ formulaires }) => formatNombre(formulaires),
  },
  {
    cle: 'publie',
    titre: t.colonnes.publie,
    rendu: ({ publieLe, publiePar }) => (publieLe ? t.par(publieLe, publiePar) : t.installee),
  },
]

type Demande =
  | { sorte: 'copier' | 'supprimer' | 'reprendreValeurs' | 'echanger'; modele: ModeleGere }
  | { sorte: 'vide' | 'importer' | 'ailleurs' }

/** The tab « Modèles »: every model with its versions, its draft, and what may be begun of it. */
export function ModelesOnglet() {
  const requete = useModelesGeres()
  const [demande, setDemande] = useState<Demande | null>(null)
  const fermer = () => setDemande(null)
  return (
    <>
      <p className="prm-chapeau">{t.chapeau}</p>
      <div className="mdl-actes">
        <BoutonAction
          icone="plus"
          variant="contained"
          onClick={() => setDemande({ sorte: 'vide' })}
        >
          {t.nouveau}
        </BoutonAction>
        <BoutonAction icone="deposer" onClick={() => setDemande({ sorte: 'importer' })}>
          {t.importer}
        </BoutonAction>
        <BoutonAction icone="deposer" onClick={() => setDemande({ sorte: 'ailleurs' })}>
          {t.ailleurs.acte}
        </BoutonAction>
        <ExportTableur exporter={exporterModeles} />
      </div>
      <Chargement requete={requete}>
        {(modeles) =>
          modeles.length === 0 ? (
            <EtatVide>{t.aucun}</EtatVide>
          ) : (
            modeles.map((modele) => (
              <UnModele key={modele.code} modele={modele} onDemande={setDemande} />
            ))
          )
        }
      </Chargement>
      {demande && <Dialogues demande={demande} onFermer={fermer} />}
    </>
  )
}

function Dialogues({ demande, onFermer }: { demande: Demande; onFermer: () => void }): ReactNode {
  switch (demande.sorte) {
    case 'vide':
      return <DepartForm onFermer={onFermer} />
    case 'copier': {
      const { libelle, versions } = demande.modele
      const [derniere] = versions
      return derniere && <DepartForm copie={{ id: derniere.id, libelle }} onFermer={onFermer} />
    }
    case 'importer':
      return <ImportModele onFermer={onFermer} />
    case 'ailleurs':
      return (
        <Suspense>
          <Ailleurs onFermer={onFermer} />
        </Suspense>
      )
    case 'reprendreValeurs':
      return (
        <Suspense>
          <ReprendreValeurs modele={demande.modele.code} onFermer={onFermer} />
        </Suspense>
      )
    case 'echanger':
      return (
        <Suspense>
          <Echange modele={demande.modele} onFermer={onFermer} />
        </Suspense>
      )
    case 'supprimer':
      return <Suppression modele={demande.modele} onFermer={onFermer} />
  }
}

// Their code comes when they are asked for.
const ReprendreValeurs = lazy(() => import('./ReprendreValeurs.tsx'))
const Echange = lazy(() => import('./Echange.tsx'))
const Ailleurs = lazy(() => import('./Ailleurs.tsx'))

function Suppression({ modele, onFermer }: { modele: ModeleGere; onFermer: () => void }) {
  const { mutate, isPending } = useSupprimerBrouillon()
  const { brouillon } = modele
  if (!brouillon) return null
  return (
    <Confirmation
      titre={t.suppression.titre(brouillon.libelle)}
      fermer={t.suppression.revenir}
      bouton={t.suppression.supprimer}
      enCours={isPending}
      onAgir={() => mutate(brouillon.id, { onSettled: onFermer })}
      onFermer={onFermer}
    >
      <p>{t.suppression.texte}</p>
    </Confirmation>
  )
}

type PropsModele = { modele: ModeleGere; onDemande: (demande: Demande) => void }

function UnModele({ modele, onDemande }: PropsModele) {
  const { code, libelle, structures, versions } = modele
  return (
    <section className="mdl-modele" aria-labelledby={`mdl-${code}`}>
      <div className="mdl-tete">
        <h3 id={`mdl-${code}`}>
          {libelle} <span className="mdl-code">{code}</span>
        </h3>
        <span className="mdl-gris">{t.structures(structures)}</span>
        <Actes modele={modele} onDemande={onDemande} />
      </div>
      <Brouillon modele={modele} onDemande={onDemande} />
      {versions.length > 0 && (
        <Tableau
          legende={t.versions(libelle)}
          colonnes={COLONNES}
          lignes={versions}
          cleDe={({ id }) => String(id)}
        />
      )}
    </section>
  )
}

/** What may be begun of a model, as its answer's actions say. */
function Actes({ modele, onDemande }: PropsModele) {
  const { actions, versions } = modele
  const naviguer = useNavigate()
  const { mutate, isPending } = useCommencerBrouillon('toast')
  const { mutate: exporter } = useExporterModele()
  const [derniere] = versions
  if (!derniere) return null
  const suivante = () => {
    if (isPending) return
    mutate(
      { de: 'VERSION', id: derniere.id },
      { onSuccess: ({ id }) => void naviguer(paths.modele(`brouillon-${id}`)) },
    )
  }
  const choix = [
    ...(actions.includes('creerBrouillon')
      ? [{ libelle: t.suivante, icone: 'plus' as const, onChoisir: suivante }]
      : []),
    ...(actions.includes('dupliquer')
      ? [
          {
            libelle: t.copier,
            icone: 'rapport' as const,
            onChoisir: () => onDemande({ sorte: 'copier', modele }),
          },
        ]
      : []),
    ...(actions.includes('reprendreValeurs')
      ? [
          {
            libelle: t.valeurs.acte,
            icone: 'historique' as const,
            onChoisir: () => onDemande({ sorte: 'reprendreValeurs', modele }),
          },
        ]
      : []),
    ...(actions.includes('exporterValeurs')
      ? [
          {
            libelle: t.echange.acte,
            icone: 'telecharger' as const,
            onChoisir: () => onDemande({ sorte: 'echanger', modele }),
          },
        ]
      : []),
    ...(actions.includes('exporter')
      ? [
          {
            libelle: t.exporter,
            icone: 'telecharger' as const,
            onChoisir: () => exporter({ sorte: 'version', id: derniere.id }),
          },
        ]
      : []),
  ]
  return (
    choix.length > 0 && <Menu libelle={t.actes(modele.code)} choix={choix} occupe={isPending} />
  )
}

function Brouillon({ modele, onDemande }: PropsModele) {
  const { brouillon } = modele
  const { mutate: exporter } = useExporterModele()
  if (!brouillon) return null
  const { id, actions, origine, modifieLe, modifiePar } = brouillon
  return (
    <div className="mdl-brouillon">
      <Pastille aspect={['crayon', 'attention']}>{t.brouillon}</Pastille>
      <span className="mdl-gris">
        {t.origine(origine?.version ?? null)}. {t.modifie(modifieLe, modifiePar)}.
      </span>
      <span className="mdl-actes">
        <LienAction size="small" icone="crayon" to={paths.modele(`brouillon-${id}`)}>
          {t.ouvrirBrouillon}
        </LienAction>
        {actions.includes('exporter') && (
          <BoutonAction
            size="small"
            icone="telecharger"
            onClick={() => exporter({ sorte: 'brouillon', id })}
          >
            {t.exporter}
          </BoutonAction>
        )}
        {actions.includes('supprimer') && (
          <BoutonAction
            size="small"
            variant="text"
            onClick={() => onDemande({ sorte: 'supprimer', modele })}
          >
            {t.supprimer}
          </BoutonAction>
        )}
      </span>
    </div>
  )
}
