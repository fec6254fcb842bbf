import { CHAMPS_ANNUAIRE } from '@releve/contract/annuaire/annuaire.champs.ts'
import {
  type Annuaire,
  CHAPITRES_OBLIGES,
  CODES_CHAPITRES,
  LIBELLES_ERRATUM,
  NATURES_ERRATUM,
  type NatureErratum,
} from '@releve/contract/annuaire/annuaire.schema.ts'
import { useState } from 'react'
import { messageDe, titreEchec } from '../api/envoi.ts'
import { Actes as Boutons } from '../ui/Actes.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampListe, ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { ChoixMultiple } from '../ui/ChoixMultiple.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { useForme } from '../ui/useForme.ts'
import { useEnregistrer, useRelire } from './annuaire.queries.ts'
import { textesAnnuaire as t } from './annuaire.textes.ts'

type Props = { annuaire: Annuaire; onFermer: () => void }
const { titre, avantPropos, chapitres, correction } = CHAMPS_ANNUAIRE

/** The title and the foreword. */
function Textes({ annuaire, onFermer }: Props) {
  const { annee } = annuaire
  const { forme, envoi } = useForme(
    {
      champs: { titre, avantPropos },
      lue: annuaire,
      saisieDe: (lu: Annuaire) => ({ titre: lu.titre, avantPropos: lu.avantPropos }),
    },
    useEnregistrer(t.faits.modifier),
    useRelire(),
  )
  const { lier, saisie } = forme
  const onSoumettre = () =>
    envoi.soumettre(
      () => ({ annee, version: forme.version, ...saisie, etat: 'PROVISOIRE' as const }),
      {
        onSuccess: onFermer,
      },
    )
  return (
    <Fiche
      titre={t.actes.modifier.titre}
      textes={t}
      bouton={t.actes.modifier.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <ChampTexte {...lier('titre')} />
      <ChampTexteLong {...lier('avantPropos')} rows={12} />
    </Fiche>
  )
}

/** Which chapters this edition has; what is written of one that is left out is kept. */
function Chapitres({ annuaire, onFermer }: Props) {
  const { annee, titre: nom, avantPropos: avant, sommaire } = annuaire
  const auChoix = sommaire.filter(({ code }) => !CHAPITRES_OBLIGES.includes(code))
  const { forme, envoi } = useForme(
    {
      champs: { chapitres },
      lue: annuaire,
      saisieDe: (lu: Annuaire) => ({
        chapitres: lu.sommaire.filter(({ retenu }) => retenu).map(({ code }) => code),
      }),
    },
    useEnregistrer(t.faits.chapitres),
    useRelire(),
  )
  const { saisie, changer } = forme
  const onSoumettre = () =>
    envoi.soumettre(
      () => ({
        annee,
        version: forme.version,
        titre: nom,
        avantPropos: avant,
        etat: 'PROVISOIRE' as const,
        chapitres: CODES_CHAPITRES.map((code) => ({
          code,
          retenu: saisie.chapitres.includes(code),
        })),
      }),
      { onSuccess: onFermer },
    )
  return (
    <Fiche
      titre={t.actes.chapitres.titre}
      textes={t}
      bouton={t.actes.chapitres.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <ChoixMultiple
        legende={chapitres.libelle}
        options={auChoix.map(({ code, titre: dit }) => ({ code, libelle: `${code}. ${dit}` }))}
        choisis={saisie.chapitres}
        onChange={(retenus) => changer('chapitres', retenus)}
        aide={t.actes.chapitres.aide}
      />
    </Fiche>
  )
}

/** Another edition, with what it corrects. */
function Correction({ annuaire, onFermer }: Props) {
  const { annee, titre: nom, avantPropos: avant, version } = annuaire
  const [nature, setNature] = useState<NatureErratum>('ERREUR')
  const { forme, envoi } = useForme(
    { champs: { correction }, lue: null, saisieDe: () => ({ correction: '' }) },
    useEnregistrer(t.faits.corriger),
  )
  const { lier, saisie } = forme
  const onSoumettre = () =>
    envoi.soumettre(
      () => ({
        annee,
        version,
        titre: nom,
        avantPropos: avant,
        etat: 'PROVISOIRE' as const,
        correction: { nature, texte: saisie.correction },
      }),
      { onSuccess: onFermer },
    )
  return (
    <Fiche
      titre={t.actes.corriger.titre}
      textes={t}
      bouton={t.actes.corriger.bouton}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <ChampListe
        libelle={t.nature}
        options={NATURES_ERRATUM.map((code) => ({ code, libelle: LIBELLES_ERRATUM[code] }))}
        value={nature}
        onChange={({ target }) =>
          setNature(NATURES_ERRATUM.find((une) => une === target.value) ?? 'ERREUR')
        }
      />
      <ChampTexteLong {...lier('correction')} />
    </Fiche>
  )
}

/** « Arrêter », « Publier »: what it freezes is said before. */
function Passage({ annuaire, sorte, onFermer }: Props & { sorte: 'arreter' | 'publier' }) {
  const { annee, version, titre: nom, avantPropos: avant } = annuaire
  const { mutate, isPending, error } = useEnregistrer(t.faits[sorte])
  const etat = sorte === 'arreter' ? 'ARRETE' : 'PUBLIE'
  return (
    <Confirmation
      titre={t.actes[sorte].titre(annee)}
      fermer={t.actes.revenir}
      bouton={t[sorte]}
      enCours={isPending}
      onAgir={() =>
        mutate({ annee, version, titre: nom, avantPropos: avant, etat }, { onSuccess: onFermer })
      }
      onFermer={onFermer}
    >
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, t.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{t.actes[sorte].texte}</p>
    </Confirmation>
  )
}

type Demande = 'modifier' | 'chapitres' | 'arreter' | 'publier' | 'corriger'

/** What one may do of this annuaire now, as its answer says. */
export default function Actes({ annuaire }: { annuaire: Annuaire }) {
  const [demande, setDemande] = useState<Demande | null>(null)
  const onFermer = () => setDemande(null)
  const { actions } = annuaire
  return (
    <Boutons>
      {actions.includes('enregistrer') && (
        <BoutonAction icone="crayon" onClick={() => setDemande('modifier')}>
          {t.modifier}
        </BoutonAction>
      )}
      {actions.includes('enregistrer') && (
        <BoutonAction icone="coche" onClick={() => setDemande('chapitres')}>
          {t.choisirChapitres}
        </BoutonAction>
      )}
      {actions.includes('corriger') && (
        <BoutonAction icone="plus" onClick={() => setDemande('corriger')}>
          {t.corriger}
        </BoutonAction>
      )}
      {actions.includes('arreter') && (
        <BoutonAction icone="verrou" onClick={() => setDemande('arreter')}>
          {t.arreter}
        </BoutonAction>
      )}
      {actions.includes('publier') && (
        <BoutonAction variant="contained" icone="diffusion" onClick={() => setDemande('publier')}>
          {t.publier}
        </BoutonAction>
      )}
      {demande === 'modifier' && <Textes {...{ annuaire, onFermer }} />}
      {demande === 'chapitres' && <Chapitres {...{ annuaire, onFermer }} />}
      {demande === 'corriger' && <Correction {...{ annuaire, onFermer }} />}
      {(demande === 'arreter' || demande === 'publier') && (
        <Passage {...{ annuaire, onFermer }} sorte={demande} />
      )}
    </Boutons>
  )
}
