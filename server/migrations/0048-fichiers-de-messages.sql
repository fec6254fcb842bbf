-- The files of messages are counted, for each person and for all, each time one comes in: read from
-- an index alone. Those that stand there already count from now on.
create index piece_de_message_taille on piece (depose_par, taille) where type_document = 'MESSAGE';
