import { type ReactNode, useEffect, useRef } from 'react'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { formatInstant } from '../ui/format.ts'
import { Icone } from '../ui/Icone.tsx'
import { textes } from './recherche.textes.ts'
import { lienCourriel, type Resultat, type Trouve } from './resultats.ts'

/** What has no screen of its own to be opened on. */
export type Fichable = Extract<Resultat, { genre: 'messages' }>

const t = textes.fiche

type Ligne = [nom: string, valeur: ReactNode]

function Lignes({ lignes }: { lignes: readonly Ligne[] }) {
  return (
    <dl className="rec-lignes">
      {lignes
        .filter(([, valeur]) => valeur !== null)
        .map(([nom, valeur]) => (
          <div key={nom}>
            <dt>{nom}</dt>
            <dd>{valeur}</dd>
          </div>
        ))}
    </dl>
  )
}

function Message({ element }: { element: Trouve<'messages'> }) {
  const { expediteur, email, envoyeLe, objet, corps } = element
  return (
    <>
      <Lignes
        lignes={[
          [t.expediteur, email ? `${expediteur} (${email})` : expediteur],
          [t.date, formatInstant(envoyeLe)],
        ]}
      />
      <div className="rec-message">{corps}</div>
      {email && (
        <a
          className="ui-bouton ui-bouton-contained"
          href={lienCourriel(email, t.objetReponse(objet))}
        >
          <Icone nom="envoi" taille={18} />
          {t.repondre}
        </a>
      )}
    </>
  )
}

/** What was found, on a small card in place of the results. */
export function Fiche({ resultat, onRevenir }: { resultat: Fichable; onRevenir: () => void }) {
  const titre = useRef<HTMLHeadingElement>(null)
  useEffect(() => titre.current?.focus(), [])
  return (
    <div className="rec-fiche">
      <BoutonAction variant="text" size="small" icone="chevronGauche" onClick={onRevenir}>
        {textes.retour}
      </BoutonAction>
      <h2 ref={titre} tabIndex={-1}>
        {resultat.titre}
      </h2>
      <Message element={resultat.element} />
    </div>
  )
}
