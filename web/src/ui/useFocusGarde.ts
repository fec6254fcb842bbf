import { useEffect, useRef } from 'react'

/**
 * The button that acted may go for good, and the focus with it: when there are fewer (`nombre`), the
 * first button of this element that stays takes it, or the element itself.
 */
export function useFocusGarde<E extends HTMLElement>(nombre: number) {
  const ref = useRef<E>(null)
  const avant = useRef(nombre)
  useEffect(() => {
    const perdu = nombre < avant.current && document.activeElement === document.body
    avant.current = nombre
    if (perdu) (ref.current?.querySelector('button') ?? ref.current)?.focus()
  }, [nombre])
  return ref
}
