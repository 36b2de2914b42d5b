#!/bin/sh -e
# A new MariaDB in /tmp/data with the database `clinic`, its user and password.
cd /tmp
mariadb-install-db --no-defaults --datadir=/tmp/data --auth-root-authentication-method=normal --skip-test-db
cat > init.sql <<SQL
CREATE DATABASE clinic;
CREATE USER clinic@'%' IDENTIFIED BY 'clinic';
GRANT ALL ON clinic.* TO clinic@'%';
SQL
exec mariadbd --no-defaults --datadir=/tmp/data --socket=/tmp/socket --pid-file=/tmp/pid --init-file=/tmp/init.sql
