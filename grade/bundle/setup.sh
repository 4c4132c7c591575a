#!/bin/sh
# Installs the packages that grading needs; runs once, as root, on Debian or Ubuntu. The file `packages` names them.
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# shellcheck disable=SC2046 # a list of words
apt-get install -y -q --no-install-recommends $(cat "$(dirname "$0")/packages")
