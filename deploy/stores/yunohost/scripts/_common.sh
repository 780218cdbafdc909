#!/bin/bash

install_packages() {
    pushd "$install_dir" > /dev/null
    ynh_hide_warnings ynh_exec_as_app npm install --omit=dev --ignore-scripts --no-audit --no-fund
    popd > /dev/null
}
