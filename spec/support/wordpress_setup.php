<?php
// Sets up a new WordPress: php wordpress_setup.php FOLDER HOST. Prints a line for each user: name, password.
define('WP_INSTALLING', true);
[, $folder, $host] = $argv;
$_SERVER['HTTP_HOST'] = $host;
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
define('ABSPATH', "$folder/site/");
require "$folder/site/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';

// No mail leaves this machine.
function wp_new_blog_notification() {}

wp_install('Example Site', 'administrator', 'administrator@example.com', false, '', 'a password for tests alone');
foreach (['editor', 'author', 'contributor', 'subscriber'] as $role) {
    wp_insert_user(['user_login' => $role, 'user_pass' => wp_generate_password(), 'role' => $role,
        'user_email' => "$role@example.com"]);
}
foreach (get_users() as $user) {
    [$password] = WP_Application_Passwords::create_new_application_password($user->ID, ['name' => 'copydesk']);
    echo $user->user_login, "\t", WP_Application_Passwords::chunk_password($password), "\n";
}
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%postname%/');
flush_rewrite_rules();
