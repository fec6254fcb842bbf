import { CHAMPS_OUVRAGE } from '@releve/contract/document/document.champs.ts'
import {
  CATEGORIES,
  type Categorie,
  FORMATS_PIECE,
  type Ouvrage,
  TYPE_ANNUAIRE,
  TYPES_PARTAGES,
} from '@releve/contract/document/document.schema.ts'
import { useState } from 'react'
import { ChampTexteLong } from '../ui/ChampTexte.tsx'
import { enCorps, enSaisie, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { useForme } from '../ui/useForme.ts'
import { ZoneDepot } from '../ui/ZoneDepot.tsx'
import { Avancee } from './Avancee.tsx'
import { type CorpsOuvrage, useEnregistrerOuvrage } from './document.queries.ts'
import { textesDocument } from './document.textes.ts'
import { useTransfert } from './useTransfert.ts'

const t = textesDocument.fiche
const c = CHAMPS_OUVRAGE

/** With the file itself, by its name: it is a field of this form, and none of the record. */
const CHAMPS = {
  ...c,
  fichier: { sorte: 'choix', libelle: t.fichier, requis: textesDocument.remplacement.aucun },
} as const

export const VIDE = videDe(CHAMPS, { rang: '0' })
export type SaisieOuvrage = typeof VIDE

/** Of a document as it was read, which has its file, or nothing of one to be deposited. */
const saisieDe = (lu: Ouvrage | null): SaisieOuvrage =>
  enSaisie(CHAMPS, VIDE, lu && { ...lu, fichier: lu.nomOrigine })

export function corpsDe(saisie: SaisieOuvrage): CorpsOuvrage {
  const { typeDocument, ...corps } = enCorps(c, saisie)
  // Chosen in their list, which holds nothing else.
  return { ...corps, typeDocument: typeDocument as Categorie }
}

/** The categories that one chooses: an edition of the annuaire comes by its publication. */
const optionsDe = (actuelle: Categorie | undefined) =>
  TYPES_PARTAGES.filter((code) => code !== TYPE_ANNUAIRE || code === actuelle).map((code) => ({
    code,
    libelle: CATEGORIES[code],
  }))

type Props = { ouvrage: Ouvrage | null; onFermer: () => void }

/** A document of the library: deposited with its file, or presented otherwise. */
export function OuvrageForm({ ouvrage, onFermer }: Props) {
  const [fichier, setFichier] = useState<File | null>(null)
  const transfert = useTransfert()
  const { forme, envoi } = useForme(
    { champs: CHAMPS, lue: ouvrage, saisieDe },
    useEnregistrerOuvrage(ouvrage),
  )
  const { lier, saisie, changer } = forme
  const choisir = (choisi: File | null) => {
    setFichier(choisi)
    changer('fichier', choisi?.name ?? '')
    if (choisi && saisie.titre === '') changer('titre', choisi.name.replace(/\.\w+$/, ''))
  }
  const composer = () => ({
    corps: corpsDe(saisie),
    envoi: fichier && { fichier, ...transfert.commencer() },
  })
  return (
    <Fiche
      titre={ouvrage ? t.modifier(ouvrage.titre) : t.deposer}
      textes={{ echec: t.echec, reseau: t.coupure, recharger: t.recharger }}
      bouton={ouvrage ? t.enregistrer : t.envoyer}
      forme={forme}
      envoi={envoi}
      onSoumettre={() => envoi.soumettre(composer, { onSuccess: onFermer })}
      onFermer={onFermer}
    >
      <Groupe
        forme={forme}
        legende={t.presentation}
        champs={['titre', 'typeDocument', 'rang']}
        aides={{ rang: t.aideRang }}
        options={{ typeDocument: optionsDe(ouvrage?.typeDocument) }}
        propres={{ titre: { place: 'ui-plein' } }}
      >
        <div className="ui-plein">
          <ChampTexteLong {...lier('description')} />
        </div>
        {!ouvrage && (
          <div className="ui-plein">
            <ZoneDepot
              libelle={t.fichier}
              formats={FORMATS_PIECE}
              fichier={fichier}
              onChange={choisir}
              fige={envoi.enCours}
            />
          </div>
        )}
      </Groupe>
      {envoi.enCours && fichier && <Avancee nom={fichier.name} part={transfert.part} />}
    </Fiche>
  )
}
