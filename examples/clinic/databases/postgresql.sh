#!/bin/sh -e
# A new PostgreSQL in /tmp/data with the database `clinic`, its user and password.
cd /tmp
PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
echo clinic > password
initdb -D data -U clinic -A scram-sha-256 --pwfile=password
echo 'host all all all scram-sha-256' >> data/pg_hba.conf
echo 'CREATE DATABASE clinic' | postgres --single -D data postgres
exec postgres -D data -c listen_addresses='*' -c unix_socket_directories=/tmp
