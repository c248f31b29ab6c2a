/** The guide for application teams, run as it is printed. */
package dev.synchro.suite.guide;
